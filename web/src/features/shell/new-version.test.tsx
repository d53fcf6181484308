import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepUpToDate } from './new-version.ts';

let registered: string[];
let stop: () => void;

beforeEach(() => {
  registered = [];
  vi.stubEnv('PROD', true);
  const register = (address: string) => {
    registered.push(address);
    return Promise.resolve({});
  };
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator) as object, { serviceWorker: { register } }),
  );
});
afterEach(() => {
  stop();
  document.head.replaceChildren();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('a page', () => {
  it('registers the service worker', () => {
    stop = keepUpToDate(() => undefined);
    expect(registered).toEqual(['/worker.js']);
  });

  it('registers none where the server says that it is switched off', () => {
    document.head.innerHTML = '<meta name="service-worker" content="off" />';
    stop = keepUpToDate(() => undefined);
    expect(registered).toEqual([]);
  });
});
