/**
 * Keeps the program on this device (`src/app/worker.ts`) and up to date. When the API belongs to a newer build than the page, that build is
 * fetched beside it. A page that nobody has touched gives way at once; any other says so quietly and gives way at the next link. An
 * order that is under way is never interrupted.
 */
import { newerBuild, onNewerBuild } from '../../platform/client-build.ts';
import { checkoutIntents } from '../checkout/checkout-intent.ts';
import { loadAtNextLink } from '../../platform/next-link.ts';
import { readTab, writeTab } from '../../platform/tab-storage.ts';
import { isWorkerOff } from '../../platform/worker-switch.ts';

const workerAddress = '/worker.js';
const triedKey = 'builtAnew';

/** Calls `announce` once, when a newer build is ready and waits for the person. Returns what stops it. */
export function keepUpToDate(announce: () => void): () => void {
  const registered = register();
  let isAtWork = false;
  const follow = async () => {
    const build = newerBuild();
    if (build === null || isAtWork) return;
    isAtWork = true;
    isAtWork = await fetchBuild(await registered);
    if (!isAtWork) return;
    if (mayReload(build)) {
      // Once for each build: servers that are replaced one by one name now this one, now that.
      writeTab(triedKey, build);
      window.location.reload();
      return;
    }
    loadAtNextLink();
    announce();
  };
  void follow();
  return onNewerBuild(() => void follow());
}

/**
 * Undefined in a browser that knows no service worker or may not have one, and where the operator has it switched off: such a browser asks
 * for the page each time, and needs none for this.
 */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || isWorkerOff()) return undefined;
  try {
    return await navigator.serviceWorker.register(trusted(workerAddress), { updateViaCache: 'none' });
  } catch {
    return undefined;
  }
}

/** The one address that the content policy lets become a script: a constant, never a text from elsewhere. */
function trusted(address: typeof workerAddress): string {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  trustedAddress ??=
    trustedTypes?.createPolicy('jara', { createScriptURL: () => address }).createScriptURL('') ?? address;
  return trustedAddress;
}

/** A policy is made once in a page, however often somebody logs in there. */
let trustedAddress: string | undefined;

/** Of browsers that have them; the types of TypeScript do not. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string };
}

/** Whether the newest build is here, so that the next load opens it. */
async function fetchBuild(registration: ServiceWorkerRegistration | undefined): Promise<boolean> {
  if (registration === undefined) return true;
  try {
    await registration.update();
  } catch {
    return false;
  }
  const incoming = registration.installing;
  return incoming === null || (await isInstalled(incoming));
}

function isInstalled(incoming: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (incoming.state !== 'installing') resolve(incoming.state !== 'redundant');
    };
    incoming.addEventListener('statechange', look);
    look();
  });
}

/** Nobody has touched the page since it was loaded, nothing lies open over it, and no order waits for its answer. */
function mayReload(build: string): boolean {
  const { userActivation } = navigator as { userActivation?: UserActivation }; // unknown to older browsers
  return (
    userActivation?.hasBeenActive === false &&
    readTab(triedKey) !== build &&
    document.querySelector('dialog[open]') === null &&
    checkoutIntents().length === 0
  );
}
