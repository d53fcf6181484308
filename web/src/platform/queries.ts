/** What the server knows, as TanStack Query keeps it: the keys, and the queries that more than one screen asks. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Profile, SignedIn } from '@jara/contract/calls/accounts.ts';
import type { TransactionEvent } from '@jara/contract/brand.ts';
import type { Receipt, Transaction } from '@jara/contract/calls/transactions.ts';
import { paths } from '@jara/contract/paths.ts';
import { askedEarlyAt } from './early-answers.ts';
import { Refusal, send, type CallReply } from './send.ts';
import { adoptProfile, adoptReceiptBalance, expireSession, readToken, startSession } from './session.ts';
import { terms } from './terms.ts';

export const keys = {
  profile: ['profile'],
  plans: (network: string) => ['plans', network],
  contacts: ['contacts'],
  apiTokens: ['apiTokens'],
  webhookMessages: ['webhookMessages'],
  webhookMessagePage: (page: number) => ['webhookMessages', page],
  security: ['security'],
  contactDetails: ['security', 'contactDetails'],
  identityCheck: ['identityCheck'],
  sessions: ['security', 'sessions'],
  passkeys: ['security', 'passkeys'],
  securityEvents: (before: string) => ['security', 'events', before],
  push: ['push'],
  referral: ['referral'],
  referralPage: (page: number) => ['referral', page],
  banks: ['banks'],
  beneficiaries: ['beneficiaries'],
  transactions: ['transactions'],
  salesToday: ['transactions', 'salesToday'],
  transactionList: (filters: Readonly<Record<string, unknown>>) => ['transactions', filters],
  transaction: (id: string) => ['transaction', id],
  /** As staff change it; the notice on entry is asked for on its own. */
  notificationText: ['notificationText'],
  suppliers: ['suppliers'],
  costPrices: ['costPrices'],
  coupons: ['coupons'],
  priceSchedules: ['priceSchedules'],
  health: ['health'],
  reviewQueue: ['reviewQueue'],
  reviewQueuePage: (queue: string, page: number) => ['reviewQueue', queue, page],
  recovery: ['recovery'],
  recoveryPage: (page: number) => ['recovery', page],
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
        expireSession();
        throw new Refusal(401, { code: 'unauthenticated' });
      }
      checkedToken = token;
    }
    const askedAt = askedEarlyAt(paths.getProfile) ?? Date.now();
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
export type ReceiptAnswer = Pick<CallReply<'getTransaction'>, 'receipt'> &
  Partial<Pick<CallReply<'getTransaction'>, 'slip' | 'meterOwner' | 'disputes'>>;

/** What guards the account. */
export const securityQuery = queryOptions({
  queryKey: keys.security,
  queryFn: ({ signal }) => send('getSecurity', undefined, { signal }),
});

/** E-mail and phone, and whether they are proved to be the user's. */
export const contactDetailsQuery = queryOptions({
  queryKey: keys.contactDetails,
  queryFn: ({ signal }) => send('getContactDetails', undefined, { signal }),
});

/** What is still to be proved of an identity number. */
export const identityCheckQuery = queryOptions({
  queryKey: keys.identityCheck,
  queryFn: ({ signal }) => send('getIdentityCheck', undefined, { signal }),
});

/** One receipt; `id` is its `_id` or its reference. */
export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: keys.transaction(id),
    queryFn: async ({ signal, client }): Promise<ReceiptAnswer> => {
      const answer = await send('getTransaction', { id }, { signal });
      followTransaction(client, answer.receipt);
      return answer;
    },
  });

/** After log in and registration: the session starts, and the answer is the profile already, but for the terms, which the page has. */
export function beginSession(queryClient: QueryClient, reply: SignedIn): void {
  queryClient.clear();
  startSession(reply);
  const { token, ...profile } = reply;
  checkedToken = token;
  queryClient.setQueryData<Profile>(keys.profile, { ...profile, terms });
}

/**
 * After money moved: the receipt heads the newest transactions and sets the balance. When it follows from what is known, nothing is asked
 * again but the lists that are open. `isRepeat`: the answer may be an old one, so all of it is asked again.
 */
export async function noteReceipt(
  queryClient: QueryClient,
  answer: ReceiptAnswer,
  { isRepeat = false } = {},
): Promise<void> {
  const { receipt } = answer;
  const isPlain = receipt.trans_Status === 'success' || receipt.trans_Status === 'pending';
  const follows = adoptReceiptBalance(receipt) && isPlain && !isRepeat;
  // One that was asked for before would take the place of what is written below.
  const isOvertaken = queryClient.isFetching({ queryKey: keys.profile }) > 0;
  seedReceipt(queryClient, answer);
  queryClient.setQueryData<Profile>(keys.profile, (profile) => {
    if (profile === undefined) return undefined;
    const others = profile.transactions.filter(({ _id: id }) => id !== receipt._id);
    return { ...profile, transactions: [receipt, ...others] };
  });
  await (follows && !isOvertaken ? refreshLists(queryClient) : refreshMoney(queryClient));
}

/** Shows the receipt at once; what only its own call gives (the owner of a meter, a check code that is not there yet) is asked for behind it. */
export function seedReceipt(queryClient: QueryClient, { receipt, slip }: ReceiptAnswer): void {
  const queryKey = keys.transaction(receipt._id);
  queryClient.setQueryData<ReceiptAnswer>(queryKey, (known) => ({
    ...known,
    ...(slip && { slip }),
    receipt,
  }));
  const hasCode = queryClient.getQueryData<ReceiptAnswer>(queryKey)?.slip !== undefined;
  if (!hasCode || receipt.trans_Type === 'electricity') {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** The balance and the lists are out of date. */
export async function refreshMoney(queryClient: QueryClient): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: keys.profile }), refreshLists(queryClient)]);
}

async function refreshLists(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.transactions }),
    queryClient.invalidateQueries({ queryKey: keys.referral }),
  ]);
}

/**
 * A transaction changed, as the event stream says. What this page already knows, since it made the change, asks for nothing; a transaction that was
 * pending is asked for alone, and what its end means for the rest follows from that.
 */
export async function followChange(
  queryClient: QueryClient,
  { _id: id, status }: TransactionEvent,
): Promise<void> {
  const known = knownTransaction(queryClient, id)?.trans_Status;
  if (known !== undefined && known === status && status !== 'pending') return;
  if (known !== 'pending') {
    void queryClient.invalidateQueries({ queryKey: keys.transaction(id) });
    await refreshMoney(queryClient);
    return;
  }
  await queryClient
    .fetchQuery({ ...transactionQuery(id), staleTime: 0 })
    .catch(() => refreshMoney(queryClient));
}

const knownTransaction = (queryClient: QueryClient, id: string): Transaction | undefined =>
  queryClient.getQueryData<Profile>(keys.profile)?.transactions.find((transaction) => transaction._id === id);

/** These were paid when they were made: that they succeed moves nothing. */
const prepaid = new Set(['airtime', 'data', 'electricity', 'withdraw']);

/** A transaction of one's own was asked for and has changed: the rest is asked again, but for what is known to stand. */
function followTransaction(queryClient: QueryClient, receipt: Receipt): void {
  const known = knownTransaction(queryClient, receipt._id);
  if (known === undefined || known.trans_Status === receipt.trans_Status) return;
  queryClient.setQueryData<Profile>(
    keys.profile,
    (profile) =>
      profile && {
        ...profile,
        transactions: profile.transactions.map((transaction) =>
          transaction._id === receipt._id ? receipt : transaction,
        ),
      },
  );
  const hasMoved = !(prepaid.has(receipt.trans_Type) && receipt.trans_Status === 'success');
  void (hasMoved ? refreshMoney(queryClient) : refreshLists(queryClient));
}
