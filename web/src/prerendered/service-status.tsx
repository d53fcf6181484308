/** How each service does now, for whoever wonders whether it is they or the shop: in any browser, without an account. */
import { Check, Clock3, Minus, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { ServiceNow, StatusPage } from '@jara/contract/calls/pages.ts';
import { statusPath } from '@jara/contract/public-pages.ts';
import { asNetwork, networkLabel, NetworkMark } from '../shared/network-mark.tsx';
import { troubleKindOf, troubleOf } from '../shared/trouble-of.ts';
import { fullTime } from '../shared/when.tsx';
import { classNames } from '../ui/class-names.ts';
import { pen } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';

const kinds = [
  { service: 'airtime', title: 'Airtime' },
  { service: 'data', title: 'Data' },
  { service: 'electricity', title: 'Electricity' },
] as const;

export function ServiceStatusPage({ page }: { page: StatusPage }) {
  return (
    <div className="mx-auto grid w-full max-w-table grid-cols-1 gap-6 px-4 pt-8 sm:px-6">
      {page.state === 'unavailable' ? (
        <>
          <h1 className="display text-sum">Status</h1>
          <Notice tone="amber" title="The status could not be read now">
            That says nothing of your purchases: each of them has a slip with its outcome. Wait a minute, then{' '}
            <Link to={statusPath} reloadDocument className="inline-flex min-h-12 items-center underline">
              look again
            </Link>
            .
          </Notice>
        </>
      ) : (
        <Known services={page.services} checkedAt={page.checkedAt} />
      )}
    </div>
  );
}

function Known({ services, checkedAt }: { services: readonly ServiceNow[]; checkedAt: string }) {
  const troubles = services.flatMap((one) => troubleIn(one) ?? []);
  return (
    <>
      <header className="grid gap-1">
        <h1 className="display text-sum">Status</h1>
        <p className="max-w-reading text-ink-2">
          By the purchases of the last hour, as of {fullTime(checkedAt)}. Money for what is not delivered
          comes back by itself. Where too few bought to tell, it says only whether a service is on sale.
        </p>
      </header>
      {troubles.length === 0 ? (
        <Notice tone="success" title="No trouble is known" />
      ) : (
        <Notice
          tone="amber"
          title={
            troubles.length === 1 ? 'One service has trouble' : `${troubles.length} services have trouble`
          }
        >
          <ul className="grid gap-1">
            {troubles.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      {kinds.map(({ service, title }) => (
        <section key={service} aria-labelledby={service}>
          <h2 id={service} className="display border-b border-ink pb-2 text-lead">
            {title}
          </h2>
          <ul>
            {services
              .filter((one) => one.service === service)
              .map((one) => (
                <Row key={one.network} of={one} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** What is closed has no trouble to warn of. */
const troubleIn = ({ isOpen, status }: ServiceNow): string | undefined =>
  isOpen && status !== null ? troubleOf(status) : undefined;

function Row({ of }: { of: ServiceNow }) {
  const { words, ink, Icon } = lookOf(of);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      {asNetwork(of.network) !== undefined && <NetworkMark network={of.network} size={24} />}
      <span className="font-semibold">{networkLabel(of.network)}</span>
      <span className={classNames('ml-auto inline-flex items-center gap-1.5 text-meta', ink)}>
        <Icon size={18} {...pen} />
        {words}
      </span>
    </li>
  );
}

function lookOf(of: ServiceNow) {
  const { isOpen, status } = of;
  if (!isOpen) return { words: 'Not on sale now', ink: 'text-ink-2', Icon: Minus };
  if (status === null) return { words: 'On sale', ink: 'text-ink-2', Icon: Check };
  switch (troubleKindOf(status)) {
    case 'fails':
      return { words: `${status.failedPercent}% fail`, ink: 'text-danger', Icon: TriangleAlert };
    case 'slow':
      return { words: `${status.slowPercent}% wait over a minute`, ink: 'text-amber', Icon: Clock3 };
    case undefined:
  }
  return { words: `Works${timeIn(status.medianSeconds)}`, ink: 'text-success', Icon: Check };
}

/** Half of them came sooner. */
function timeIn(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 60) return `, usually in ${Math.max(1, Math.ceil(seconds))} s`;
  return `, usually in ${Math.ceil(seconds / 60)} min`;
}
