/**
 * Addresses and links: what this client needs of a router, over the browser's own history. Links look and behave as links; a new address
 * is drawn when its screen is there, and until then the old one stands.
 */
import {
  createContext,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
} from 'react';

export interface Location {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  state: unknown;
}

/** An address; as parts, a missing `pathname` is the present one. */
export type To = string | { pathname?: string; search?: string };

export interface NavigateOptions {
  /** Takes the place of the present address in the history. */
  replace?: boolean | undefined;
  /** Travels with the address, and stays with it when one comes back. */
  state?: unknown;
}

interface Router {
  location: Location;
  go: (to: To, options?: NavigateOptions) => void;
}

const RouterContext = createContext<Router | null>(null);
const ParamsContext = createContext<Readonly<Record<string, string>>>({});

function useRouter(): Router {
  const router = use(RouterContext);
  if (router === null) throw new Error('outside of a router');
  return router;
}

export const useLocation = (): Location => useRouter().location;
export const useNavigate = (): Router['go'] => useRouter().go;
/** The varying parts of the present address, decoded. */
export const useParams = (): Readonly<Record<string, string>> => use(ParamsContext);

export function WithParams({
  params,
  children,
}: {
  params: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  return <ParamsContext value={params}>{children}</ParamsContext>;
}

/** The part after the question mark, and how to change it. */
export function useSearchParams(): [
  URLSearchParams,
  (next: URLSearchParams | Record<string, string>, options?: NavigateOptions) => void,
] {
  const { location, go } = useRouter();
  const search = useMemo(() => new URLSearchParams(location.search), [location.search]);
  return [search, (next, options) => go({ search: new URLSearchParams(next).toString() }, options)];
}

function hrefOf(to: To, { pathname }: Location): string {
  if (typeof to === 'string') return to.startsWith('?') ? pathname + to : to;
  const search = to.search?.replace(/^\?/, '') ?? '';
  return (to.pathname ?? pathname) + (search === '' ? '' : `?${search}`);
}

/**
 * Matches an address with a pattern: `/register/:referralId`, `/profile/*`, `*`; letters' case and a slash at the end do not matter.
 * Gives the varying parts, or null when it does not match.
 */
export function matchPath(pattern: string, pathname: string): Readonly<Record<string, string>> | null {
  if (pattern === '*') return {};
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\/\*$/, '(?:/.*)?')
    .replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${source}/?$`, 'i').exec(pathname);
  if (match === null) return null;
  return Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, decoded(text)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readLocation(): Location {
  const { pathname, search } = window.location;
  const kept: unknown = window.history.state;
  const state = typeof kept === 'object' && kept !== null && 'state' in kept ? kept.state : null;
  return { pathname, search, state };
}

export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(readLocation);
  const router = useMemo<Router>(() => {
    const follow = () => startTransition(() => setLocation(readLocation()));
    return {
      location,
      go: (to, { replace = false, state = null } = {}) => {
        const href = hrefOf(to, readLocation());
        const write = replace ? 'replaceState' : 'pushState';
        window.history[write]({ state }, '', href);
        follow();
      },
    };
  }, [location]);
  useEffect(() => {
    const follow = () => startTransition(() => setLocation(readLocation()));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** Begins at `address` and remembers no history: for pages that are written ahead, and for tests. */
export function MemoryRouter({ address, children }: { address: string; children: ReactNode }) {
  const [location, setLocation] = useState(() => locationOf(address, null));
  const router = useMemo<Router>(
    () => ({
      location,
      go: (to, { state = null } = {}) => setLocation(locationOf(hrefOf(to, location), state)),
    }),
    [location],
  );
  return <RouterContext value={router}>{children}</RouterContext>;
}

function locationOf(href: string, state: unknown): Location {
  const { pathname, search } = new URL(href, 'http://localhost');
  return { pathname, search, state };
}

let leadsAnew = false;

/** From now on a link loads its page anew: the program that drew it has become too old. */
export function loadAtNextLink(): void {
  leadsAnew = true;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  to: To;
  /** Leads out of the program, to a page that the server makes. */
  reloadDocument?: boolean;
}

export function Link({ to, replace, state, reloadDocument = false, onClick, children, ...rest }: LinkProps) {
  const { location, go } = useRouter();
  const href = hrefOf(to, location);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || reloadDocument || isForBrowser(event)) return;
    // What travels with an address does not survive a load.
    if (leadsAnew && state === undefined) return;
    event.preventDefault();
    // The same address once more is no new step on the way back.
    go(href, { replace: replace ?? href === location.pathname + location.search, state });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** Another tab, another window, a download: the browser knows better. */
function isForBrowser({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = currentTarget;
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey || (target !== '' && target !== '_self');
}

export interface NavLinkProps extends Omit<LinkProps, 'className' | 'to'> {
  to: string;
  /** Addresses below this one do not count as here. */
  end?: boolean;
  className: (place: { isActive: boolean }) => string;
}

/** A link that knows whether one is there. */
export function NavLink({ to, end = false, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = matchPath(end || to === '/' ? to : `${to}/*`, pathname) !== null;
  return (
    <Link
      {...rest}
      to={to}
      className={className({ isActive })}
      aria-current={isActive ? 'page' : undefined}
    />
  );
}

/** Leads on to another address as soon as it is drawn. */
export function Navigate({ to, replace, state }: { to: To } & NavigateOptions) {
  const { go } = useRouter();
  const lead = useEffectEvent(() => go(to, { replace, state }));
  useEffect(() => lead(), []);
  return null;
}
