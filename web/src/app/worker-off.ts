/**
 * What the server gives at the address of the service worker while the operator has that switched off (`SERVICE_WORKER`). It takes the
 * place of whichever worker a browser has, removes all that was kept on the device and then itself, and loads the open pages again, now
 * from the server. It answers for nothing, so that no fault of it could break a page.
 */

/* What this file needs of a worker's global scope; the types of the page know only windows. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Tab {
  readonly url: string;
  navigate: (address: string) => Promise<unknown>;
}
interface WorkerScope {
  addEventListener: (name: 'install' | 'activate', listener: (event: WorkerEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  readonly clients: {
    claim: () => Promise<void>;
    matchAll: (wanted: { type: 'window' }) => Promise<readonly Tab[]>;
  };
  readonly registration: ServiceWorkerRegistration;
}

const worker = self as unknown as WorkerScope; // this file runs nowhere else

// The worker that it replaces never gives way while a page is open, and that page may be the broken one.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(leave()));

/**
 * The caches first: without a page that is open, a browser may end the worker as soon as it is no longer registered. A storage that fails
 * may be what broke the page, so it does not keep the worker here.
 *
 * A worker may navigate only pages that it controls, so it claims those that were loaded past the old one. The list of pages is made last:
 * a page that is still being opened from the old cache is not in it, but registers this worker again, which then does the same for it.
 */
async function leave(): Promise<void> {
  const names = await caches.keys().catch((): string[] => []);
  await Promise.allSettled([...names.map((name) => caches.delete(name)), worker.clients.claim()]);
  await worker.registration.unregister();
  const tabs = await worker.clients.matchAll({ type: 'window' });
  await Promise.allSettled(tabs.map((tab) => tab.navigate(withoutPlace(tab.url))));
}

/** By the HTML standard, going to the address that a page has already only scrolls where it names a place in the page. */
const withoutPlace = (address: string): string => address.replace(/#.*/, '');
