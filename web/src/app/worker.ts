/**
 * The service worker: keeps the files of one build and the page around them, so that the program opens at once and without a network.
 * It keeps nothing of any person: calls, the event stream and everything else that it does not know pass by untouched.
 *
 * A new build is fetched in full beside the old one. The next page that opens is the new one; a page that is open keeps the files of
 * its own build until it is left.
 *
 * It shows the notices that the server sends to this device, and opens the receipt that one speaks of.
 */

/** All are written in by web/build/worker.ts. */
declare const workerBuild: string;
declare const workerFiles: readonly string[];
declare const workerOldStyles: string;

/* What this file needs of a worker's global scope; the types of the page know only windows. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface PushEvent extends WorkerEvent {
  readonly data: { json: () => unknown };
}
interface NoticeEvent extends WorkerEvent {
  readonly notification: Notification;
}
interface SubscriptionEvent extends WorkerEvent {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
}
interface Tab {
  readonly url: string;
  readonly focused: boolean;
  focus: () => Promise<unknown>;
}
interface WorkerScope {
  addEventListener: {
    (name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
    (name: 'fetch', listener: (event: FetchEvent) => void): void;
    (name: 'push', listener: (event: PushEvent) => void): void;
    (name: 'notificationclick', listener: (event: NoticeEvent) => void): void;
    (name: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void;
  };
  readonly clients: {
    claim: () => Promise<void>;
    matchAll: (wanted: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Tab[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
}

const worker = self as unknown as WorkerScope; // this file runs nowhere else
const prefix = 'build-';
const ownCache = prefix + workerBuild;
const shellAddress = '/profile';
const readyPages = ['/', '/priceList'];
const precached = new Set(workerFiles);

worker.addEventListener('install', (event) => event.waitUntil(installOrLeave()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('push', (event) => event.waitUntil(showNotice(event)));
worker.addEventListener('notificationclick', (event) => event.waitUntil(openReceipt(event)));
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAnew(event)));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== 'GET' || origin !== worker.location.origin) return;
  if (mode === 'navigate') {
    if (/^\/(profile|admin)(\/|$)/i.test(pathname)) event.respondWith(openProgram(event));
    else if (/^\/(login|register|requestPasswordReset|passwordReset)(\/|$)/i.test(pathname)) {
      event.respondWith(openShell(event.request));
    } else if (readyPages.includes(pathname)) event.respondWith(openReadyPage(event, pathname, search));
  } else if (pathname === workerOldStyles) {
    event.respondWith(openOldStyles(event));
  } else if (
    pathname.startsWith('/assets/') ||
    precached.has(pathname + search) ||
    pathname === '/theme.js'
  ) {
    event.respondWith(openFile(event.request));
  }
});

/** One file after the other, so that what the person does meanwhile comes first; the page last: where it is, all is. */
async function install(): Promise<void> {
  const cache = await caches.open(ownCache);
  for (const address of workerFiles) {
    const known = address.startsWith('/assets/') ? await caches.match(address) : undefined;
    await (known === undefined ? cache.add(address) : cache.put(address, known));
  }
  const shell = await fetch(shellAddress, { cache: 'reload' });
  if (!(await isOwn(shell))) throw new Error('The server has another build');
  await cache.put(shellAddress, shell);
  await Promise.allSettled(readyPages.map((address) => cache.add(address)));
}

/** Half a build is of no use to anybody. */
async function installOrLeave(): Promise<void> {
  try {
    await install();
  } catch (problem) {
    if ((await shellOf(ownCache)) === undefined) await caches.delete(ownCache);
    throw problem;
  }
}

/** The build before this one stays for pages that are still open; older ones go. */
async function activate(): Promise<void> {
  const older = (await builds()).filter((name) => name !== ownCache);
  await Promise.all(older.slice(1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The newest first. */
async function builds(): Promise<string[]> {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(prefix)).reverse();
}

async function isOwn(page: Response): Promise<boolean> {
  return page.ok && (await page.clone().text()).includes(`content="${workerBuild}"`);
}

/**
 * At once, from the newest build that is here in full. The worker of an older one serves it as well: it never gives way while a page
 * that it has just opened is still loading.
 */
async function openProgram(event: FetchEvent): Promise<Response> {
  const shell = await newestShell();
  if (shell === undefined) return fetch(event.request);
  event.waitUntil(refreshShell());
  return shell;
}

async function newestShell(): Promise<Response | undefined> {
  for (const name of await builds()) {
    const shell = await shellOf(name);
    if (shell !== undefined) return shell;
  }
  return undefined;
}

async function shellOf(name: string): Promise<Response | undefined> {
  const cache = await caches.open(name);
  return cache.match(shellAddress);
}

/** The operator may have changed the name or the colour of the shop. */
async function refreshShell(): Promise<void> {
  const fresh = await fetch(shellAddress).catch(() => undefined);
  if (fresh === undefined || !(await isOwn(fresh))) return;
  const cache = await caches.open(ownCache);
  await cache.put(shellAddress, fresh);
}

async function openShell(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (problem) {
    const shell = await newestShell();
    if (shell === undefined) throw problem;
    return shell;
  }
}

/** Prices are today's: from the network, and only without one as they were seen last. */
async function openReadyPage(event: FetchEvent, pathname: string, search: string): Promise<Response> {
  const address = /^\?network=\w+$/.test(search) ? pathname + search : pathname;
  const cache = await caches.open(ownCache);
  try {
    const fresh = await fetch(event.request);
    if (fresh.ok) event.waitUntil(cache.put(address, fresh.clone()));
    return fresh;
  } catch (problem) {
    const seen = (await cache.match(address)) ?? (await cache.match(pathname));
    if (seen === undefined) throw problem;
    return seen;
  }
}

/** Files with a hash in their address never change. Any other is asked for, and comes from here when there is no answer. */
async function openFile(request: Request): Promise<Response> {
  const exact = await caches.match(request);
  if (exact !== undefined) return exact;
  try {
    return await fetch(request);
  } catch (problem) {
    const other = await caches.match(request, { ignoreSearch: true });
    if (other === undefined) throw problem;
    return other;
  }
}

/** Kept once a browser has asked for them: most never do. */
async function openOldStyles(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(workerOldStyles);
  if (cached !== undefined) return cached;
  const fresh = await fetch(event.request);
  const copy = fresh.clone();
  if (fresh.ok) event.waitUntil(caches.open(ownCache).then((cache) => cache.put(workerOldStyles, copy)));
  return fresh;
}

interface Notice {
  title: string;
  body: string;
  /** Of the transaction: a later state takes the place of an earlier one. */
  tag: string;
  path: string;
}

/** Browsers want to see one for every message. It makes no sound while the person looks at the program. */
async function showNotice({ data }: PushEvent): Promise<void> {
  const { title, body, tag, path } = data.json() as Notice; // of our own server, which sends nothing without
  const silent = (await tabs()).some(({ focused }) => focused);
  await worker.registration.showNotification(title, {
    body,
    tag,
    silent,
    icon: '/icons/icon-192.png',
    data: path,
  });
}

/** In the tab that shows it already, or in one of its own: another tab may be in the middle of something. */
async function openReceipt({ notification }: NoticeEvent): Promise<void> {
  notification.close();
  const { href } = new URL(String(notification.data), worker.location.origin);
  const open = (await tabs()).find(({ url }) => url === href);
  await (open === undefined ? worker.clients.openWindow(href) : open.focus());
}

const tabs = (): Promise<readonly Tab[]> =>
  worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** The browser has given up an address. The page tells the server the new one when it opens next (`platform/push.ts`): only it knows who is signed in. */
async function subscribeAnew({ newSubscription, oldSubscription }: SubscriptionEvent): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey ?? null;
  if ((newSubscription ?? null) !== null || key === null) return;
  await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
