import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ScreenHead } from '../../../shared/screen.tsx';
import { to } from '../../../platform/paths.ts';
import { useSession } from '../../../platform/session.ts';
import { CostPriceSection } from './cost-price.tsx';
import { NoticeSection } from './notice.tsx';
import { PriceSection } from './price.tsx';
import { RoutesSection } from './supplier-routes.tsx';
import { HealthSection } from './supplier-health.tsx';

const sections = [
  { id: 'suppliers', title: 'Suppliers', Section: HealthSection },
  { id: 'routes', title: 'Who is asked first', Section: RoutesSection },
  { id: 'prices', title: 'Update prices', Section: PriceSection },
  { id: 'costs', title: 'Update cost price', Section: CostPriceSection },
  { id: 'notification', title: 'Update notification', Section: NoticeSection },
] as const;

/** All of it for admins; an agent changes the notification only (S6.8). */
export default function AdminSettings() {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  if (!isAdmin) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <ScreenHead title="Notification">What every user reads as they come in.</ScreenHead>
        <NoticeSection />
      </div>
    );
  }
  return (
    <div data-wide="" className="grid grid-cols-1 gap-8">
      <ScreenHead title="Admin settings">Suppliers, prices and costs, and what every user reads.</ScreenHead>
      <nav
        aria-label="Sections"
        className="flex gap-x-5 overflow-x-auto border-y border-line whitespace-nowrap -outline-offset-4"
      >
        {sections.map(({ id, title }) => (
          <a
            key={id}
            href={`#${id}`}
            className="inline-flex min-h-11 items-center text-meta font-semibold text-brand underline-offset-4 hover:underline"
          >
            {title}
          </a>
        ))}
        <Link
          to={`${to.admin}#services`}
          className="inline-flex min-h-11 items-center text-meta font-semibold text-brand underline-offset-4 hover:underline"
        >
          Lock services
        </Link>
      </nav>
      {sections.map(({ id, title, Section }) => (
        <SettingsSection key={id} id={id} title={title}>
          <Section />
        </SettingsSection>
      ))}
    </div>
  );
}

function SettingsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 grid-cols-1 gap-5 border-t border-ink pt-4"
    >
      <h2 id={`${id}-title`} className="display text-lead">
        {title}
      </h2>
      {children}
    </section>
  );
}
