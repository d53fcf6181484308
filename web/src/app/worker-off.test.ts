import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/* The browser's part is a stand-in that writes down what it is asked for. */
let done: string[];
let cacheNames: readonly string[] | Error;
let addresses: readonly string[];
let listeners: Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>;

const note = (what: string): Promise<void> => {
  done.push(what);
  return Promise.resolve();
};
const navigate = async (address: string): Promise<void> => {
  await note(`open ${address}`);
  if (address.endsWith('/gone')) throw new TypeError('not of this worker');
};

beforeEach(async () => {
  [done, cacheNames, addresses, listeners] = [[], [], [], new Map()];
  vi.stubGlobal('caches', {
    keys: () => (cacheNames instanceof Error ? Promise.reject(cacheNames) : Promise.resolve(cacheNames)),
    delete: async (name: string) => {
      await note(`delete ${name}`);
      if (name === 'broken') throw new Error('the disk fails');
    },
  });
  vi.stubGlobal('self', {
    addEventListener: listeners.set.bind(listeners),
    skipWaiting: () => note('skip waiting'),
    clients: {
      claim: () => note('claim'),
      matchAll: () => {
        done.push('list the pages');
        return Promise.resolve(addresses.map((url) => ({ url, navigate })));
      },
    },
    registration: { unregister: () => note('unregister') },
  });
  vi.resetModules();
  await import('./worker-off.ts');
});
afterEach(() => vi.unstubAllGlobals());

async function dispatch(name: string): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(name)?.({ waitUntil: (promise) => void work.push(promise) });
  await Promise.all(work);
}

describe('the worker that removes the service worker', () => {
  const leaves = ['claim', 'unregister', 'list the pages'];

  it('answers for nothing, and does not wait until the pages of the other one are closed', async () => {
    expect([...listeners.keys()]).toEqual(['install', 'activate']);
    await dispatch('install');
    expect(done).toEqual(['skip waiting']);
  });

  it('empties every cache, then leaves, then loads each page anew, wherever in it somebody is', async () => {
    cacheNames = ['build-a', 'of somebody else'];
    addresses = [
      'https://shop.example/profile#main',
      'https://shop.example/gone',
      'https://shop.example/?a=1',
    ];
    await dispatch('activate');
    expect(done).toEqual([
      'delete build-a',
      'delete of somebody else',
      ...leaves,
      'open https://shop.example/profile',
      'open https://shop.example/gone',
      'open https://shop.example/?a=1',
    ]);
  });

  it('leaves though a cache cannot be removed, or none be listed', async () => {
    cacheNames = ['broken', 'build-a'];
    await dispatch('activate');
    expect(done).toEqual(['delete broken', 'delete build-a', ...leaves]);
    done = [];
    cacheNames = new Error('the disk fails');
    await dispatch('activate');
    expect(done).toEqual(leaves);
  });
});
