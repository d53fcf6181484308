/** The public pages' frame: the strip, the navigation, the footer. Drawn by the program and written into ready-made pages. */
import { Menu, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { statusPath } from '@jara/contract/public-pages.ts';
import { brand } from '../../platform/brand.ts';
import { developerDocs, to } from '../../platform/paths.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { pen } from '../../ui/icon.tsx';
import { ChatLink } from '../../shared/chat-link.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { Wordmark } from './wordmark.tsx';

/** `isPage`: a ready-made page, which lives outside the program. */
const links = [
  { path: to.landing, label: 'Home', isPage: true },
  { path: to.login, label: 'Login', isPage: false },
  { path: to.register, label: 'Register', isPage: false },
  { path: to.priceList, label: 'Price list', isPage: true },
];

export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <SandboxStrip />
      <TopNavigation />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}

function TopNavigation() {
  const [isOpen, setOpen] = useState(false);
  // Open or not is said in one place, the button's aria-expanded, which the ready-made pages change without React.
  return (
    <header className="no-print border-b border-ink bg-paper">
      <div className="mx-auto flex w-full max-w-public flex-wrap items-center justify-between gap-x-6 px-4 sm:px-6 lg:px-8">
        <Link
          to={to.landing}
          reloadDocument
          className="inline-flex min-h-16 items-center"
          aria-label={`${brand.name}, home`}
        >
          <Wordmark />
        </Link>
        <ChatLink className="-mr-4 ml-auto md:order-last md:-mr-3 md:ml-0" />
        <IconButton
          label={isOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={isOpen}
          aria-controls="public-menu"
          className="needs-script group peer -mr-3 md:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          <Menu {...pen} className="group-aria-expanded:hidden" />
          <X {...pen} className="hidden group-aria-expanded:block" />
        </IconButton>
        <nav
          id="public-menu"
          aria-label="Main"
          className="public-menu hidden w-full flex-col gap-1 pb-4 peer-aria-expanded:flex md:flex md:w-auto md:flex-row md:items-center md:gap-6 md:pb-0"
        >
          {links.map((link) => (
            <NavLink
              key={link.path}
              to={link.path}
              end
              reloadDocument={link.isPage}
              onClick={() => setOpen(false)}
              className={({ isActive }) =>
                classNames(
                  'flex min-h-12 items-center border-b border-line text-body underline-offset-8 hover:underline md:border-0',
                  isActive
                    ? 'font-semibold text-ink underline decoration-brand decoration-[3px]'
                    : 'text-ink-2',
                )
              }
            >
              {link.label}
            </NavLink>
          ))}
          <ButtonLink to={to.register} className="mt-3 md:mt-0" onClick={() => setOpen(false)}>
            Get started
          </ButtonLink>
        </nav>
      </div>
    </header>
  );
}

function Footer() {
  return (
    <footer className="no-print mt-16 border-t border-ink bg-margin">
      <div className="mx-auto grid w-full max-w-public grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-6 gap-y-8 px-4 py-10 text-meta sm:px-6 lg:grid-cols-[1.4fr_1fr_1fr_min(14rem,30%)] lg:gap-x-8 lg:px-8">
        <div className="col-span-full grid content-start gap-3 lg:col-auto">
          <Wordmark />
          {brand.tagline !== '' && <p className="max-w-[36ch]">{brand.tagline}</p>}
          {brand.officeAddress !== '' && (
            <address className="max-w-[36ch] text-ink-2 not-italic">{brand.officeAddress}</address>
          )}
        </div>
        <div className="grid content-start gap-1">
          <p className="font-semibold">Talk to us</p>
          {brand.supportPhone !== '' && (
            <a
              href={`tel:${brand.supportPhone.replace(/[^+\d]/g, '')}`}
              className="py-1 underline underline-offset-4"
            >
              {brand.supportPhone}
            </a>
          )}
          {brand.supportEmail !== '' && (
            <a
              href={`mailto:${brand.supportEmail}`}
              className="py-1 [overflow-wrap:anywhere] underline underline-offset-4"
            >
              {brand.supportEmail}
            </a>
          )}
        </div>
        <nav aria-label="Footer" className="grid content-start gap-1">
          <p className="font-semibold">Pages</p>
          <Link to={to.priceList} reloadDocument className="py-1 underline underline-offset-4">
            Price list
          </Link>
          <Link to={to.register} className="py-1 underline underline-offset-4">
            Register
          </Link>
          <a href={developerDocs} className="py-1 underline underline-offset-4">
            Developer API
          </a>
          <a href={statusPath} className="py-1 underline underline-offset-4">
            Status
          </a>
        </nav>
        <div className="col-span-full max-w-[18rem] lg:col-auto">
          <ThemeChoice />
        </div>
      </div>
      <p className="border-t border-line px-4 py-3 text-label text-ink-2 sm:px-6 lg:px-8 lg:text-center">
        All times are Lagos time. All prices are in naira.
      </p>
    </footer>
  );
}
