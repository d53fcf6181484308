/** What the server knows, as TanStack Query keeps it: the keys, and the queries that more than one screen asks. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Profile, SignedIn } from '@jara/contract/accounts.ts';
import type { Receipt } from '@jara/contract/transactions.ts';
import { Refusal, send, type CallReply } from './send.ts';
import { adoptProfile, adoptReceiptBalance, endSession, readToken, startSession } from './session.ts';

export const keys = {
  profile: ['profile'],
  plans: (network: string) => ['plans', network],
  contacts: ['contacts'],
  apiTokens: ['apiTokens'],
  webhookMessages: ['webhookMessages'],
  webhookMessagePage: (page: number) => ['webhookMessages', page],
  security: ['security'],
  sessions: ['security', 'sessions'],
  referral: ['referral'],
  referralPage: (page: number) => ['referral', page],
  banks: ['banks'],
  beneficiaries: ['beneficiaries'],
  transactions: ['transactions'],
  transactionList: (filters: Readonly<Record<string, unknown>>) => ['transactions', filters],
  transaction: (id: string) => ['transaction', id],
  /** As staff change it; the notice on entry is asked for on its own. */
  notificationText: ['notificationText'],
  suppliers: ['suppliers'],
  costPrices: ['costPrices'],
  health: ['health'],
  waiting: ['waiting'],
  waitingPage: (queue: string, page: number) => ['waiting', queue, page],
  mailCampaigns: ['mailCampaigns'],
  mailPreview: (mail: object) => ['mailPreview', mail],
} as const;

/** The token that this page has seen to be alive; another one is checked first, as the specification says. */
let checkedToken: string | null = null;

/** The session check of the start, then you, your plans and your newest transactions. */
export const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: async ({ signal }): Promise<Profile> => {
    const token = readToken();
    if (token !== checkedToken) {
      const { valid } = await send('isTokenValid', undefined, { signal });
      if (!valid) {
        endSession();
        throw new Refusal(401, { code: 'unauthenticated' });
      }
      checkedToken = token;
    }
    const askedAt = Date.now();
    const profile = await send('getProfile', undefined, { signal });
    if (readToken() === token) adoptProfile(profile, askedAt);
    return profile;
  },
});

/** Saved numbers, the most recently used first. */
export const contactsQuery = queryOptions({
  queryKey: keys.contacts,
  queryFn: ({ signal }) => send('listContacts', undefined, { signal }),
  staleTime: 60_000,
});

/** The banks that withdrawals go to, and what a withdrawal costs. */
export const banksQuery = queryOptions({
  queryKey: keys.banks,
  queryFn: ({ signal }) => send('listBankCodes', undefined, { signal }),
  staleTime: 10 * 60_000,
});

/** Saved bank accounts. */
export const beneficiariesQuery = queryOptions({
  queryKey: keys.beneficiaries,
  queryFn: ({ signal }) => send('listBeneficiaries', undefined, { signal }),
  staleTime: 60_000,
});

/** The code of the public check and the owner of a meter come with the receipt's own call, not with a purchase. */
export type SlipAnswer = Pick<CallReply<'getTransaction'>, 'receipt'> &
  Partial<Pick<CallReply<'getTransaction'>, 'slip' | 'meterOwner'>>;

/** What guards the account. */
export const securityQuery = queryOptions({
  queryKey: keys.security,
  queryFn: ({ signal }) => send('getSecurity', undefined, { signal }),
});

/** One receipt; `id` is its `_id` or its reference. */
export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: keys.transaction(id),
    queryFn: ({ signal }): Promise<SlipAnswer> => send('getTransaction', { id }, { signal }),
  });

/** After log in and registration: the session starts, and the answer already is the profile. */
export function beginSession(queryClient: QueryClient, reply: SignedIn): void {
  queryClient.clear();
  startSession(reply);
  checkedToken = reply.token;
  queryClient.setQueryData(keys.profile, reply);
}

/** After money moved: the receipt heads the newest transactions and sets the balance; then both are asked for again. */
export async function noteReceipt(queryClient: QueryClient, receipt: Receipt): Promise<void> {
  adoptReceiptBalance(receipt);
  seedSlip(queryClient, receipt);
  queryClient.setQueryData<Profile>(keys.profile, (profile) => {
    if (profile === undefined) return undefined;
    const others = profile.transactions.filter((transaction) => transaction._id !== receipt._id);
    return { ...profile, transactions: [receipt, ...others] };
  });
  await refreshMoney(queryClient);
}

/** Shows the receipt at once; what only its own call gives (the check code) is asked for behind it. */
export function seedSlip(queryClient: QueryClient, receipt: Receipt): void {
  const queryKey = keys.transaction(receipt._id);
  queryClient.setQueryData<SlipAnswer>(queryKey, (known) => ({ ...known, receipt }));
  void queryClient.invalidateQueries({ queryKey });
}

/** The balance and the lists are out of date. */
export async function refreshMoney(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.profile }),
    queryClient.invalidateQueries({ queryKey: keys.transactions }),
    queryClient.invalidateQueries({ queryKey: keys.referral }),
  ]);
}
