/** A signed-in client against prepared answers over real HTTP, for tests of the private screens. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { MemoryRouter, useLocation } from 'react-router';
import { paths, type CallName } from '@jara/contract/paths.ts';
import { clearDraft, type DraftName } from '../src/shared/forms/draft.ts';
import { beginSession } from '../src/platform/queries.ts';
import { endSession } from '../src/platform/session.ts';
import { json, startAnswers, type Answer, type Asked } from './answers.ts';
import { security, profile, signedIn } from './people.ts';

/** Long enough for a machine that is busy with other tests; nothing waits longer than it must. */
configure({ asyncUtilTimeout: 5_000 });

export type Answers = Partial<Record<CallName, Answer | 'hang up' | ((asked: Asked) => Answer | 'hang up')>>;

const drafts: readonly DraftName[] = [
  'airtime',
  'data',
  'electricity',
  'transfer',
  'withdraw',
  'coupon',
  'mail',
  'sale',
  'funding',
  'problem:t1',
  'contact:new',
  'contact:1',
];

const quiet: Answers = {
  isTokenValid: json(200, { valid: true }),
  listContacts: json(200, { contacts: [] }),
  getSecurity: json(200, security()),
  listPasskeys: json(200, { passkeys: [], origin: null }),
};

/** Somebody with 5,000 naira who pays 99 % for airtime and finds two plans of MTN. */
export function shopProfile(changes: Parameters<typeof profile>[0] = {}) {
  const base = profile();
  const network = (name: string, dataCode: number) => ({
    name,
    dataCode,
    airtimeCode: dataCode,
    dataAvailable: true,
    airtimeAvailable: true,
    airtimeChargePercent: 99,
  });
  return {
    ...base,
    subscriptionPlans: {
      ...base.subscriptionPlans,
      NETWORK: [network('MTN', 1), network('GLO', 2), network('AIRTEL', 3), network('9MOBILE', 6)],
    },
    ...changes,
  };
}

/** A window of so many px, from the next screen on. */
export function isAsWideAs(width: number): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport: (size: { width: number }) => void };
  };
  happyDOM.setViewport({ width });
}

/** `changes` are to the profile that the sign-in brought; `answers` is what the server says to each call. */
export async function openShop(answers: Answers = {}, changes: Parameters<typeof shopProfile>[0] = {}) {
  const all: Answers = { ...quiet, getProfile: json(200, shopProfile(changes)), ...answers };
  const server = await startAnswers((asked) => {
    const name = nameOf(asked);
    const answer = name === undefined ? undefined : all[name];
    if (answer === undefined) return json(404, { msg: 'Not found', code: 'not_found', requestId: 'r' });
    return typeof answer === 'function' ? answer(asked) : answer;
  });
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${server.url}/`);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  beginSession(queryClient, signedIn(shopProfile(changes)));
  /** What was asked is answered first: a connection that breaks would be told as an error. */
  const stop = async () => {
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await server.stop();
  };
  return {
    queryClient,
    /** Changes what is answered from now on. */
    answer: (next: Answers) => Object.assign(all, next),
    asked: (name: CallName) => server.asked.filter((asked) => nameOf(asked) === name),
    stop,
    /** After each test: nothing is left that the next one could meet. */
    close: async () => {
      cleanup();
      for (const name of drafts) clearDraft(name);
      await stop();
      endSession();
      sessionStorage.clear();
      localStorage.clear();
    },
    show: (screen: ReactNode, address = '/profile/buyairtime') =>
      render(
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[address]}>
            {screen}
            <Address />
          </MemoryRouter>
        </QueryClientProvider>,
      ),
  };
}

function nameOf({ method, url }: Asked): CallName | undefined {
  const path = url.split('?')[0];
  const names = Object.keys(paths) as CallName[];
  return names.find((name) => {
    const pattern = paths[name].replace(/:\w+/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(`${method} ${path}`);
  });
}

/** Where one is, for a test to read. */
function Address() {
  const { pathname, search, state } = useLocation();
  return (
    <output aria-label="Address">
      {pathname}
      {search} {JSON.stringify(state)}
    </output>
  );
}
