/** What waits for staff, on a page of theirs: the answers of the server are prepared, so that no journey decides what another one shows. */
import type { Page } from '@playwright/test';
import type { CallReply } from '@jara/contract/api.ts';
import type { DisputeEntry } from '@jara/contract/calls/receipts/disputes.ts';
import type { RecoveryItem } from '@jara/contract/calls/recovery.ts';
import type { ReviewQueueEntry, StaffRequest } from '@jara/contract/calls/review-queue.ts';
import type { SuspenseEntry } from '@jara/contract/calls/suspense.ts';
import type { User } from './people.ts';

/** What waits for staff does so a day after it was bought: the answer of the server is prepared, for `queue=staff` only. */
export async function fillsReviewQueue(page: Page, { userName }: User): Promise<void> {
  const entry = (hours: number, more: Partial<ReviewQueueEntry>): ReviewQueueEntry => ({
    _id: String(hours),
    reference: 'JR261121KPKT0HZHYB',
    trans_Type: 'airtime',
    trans_UserName: userName,
    network: 'MTN',
    description: 'MTN airtime ₦500.00',
    recipient: '08031230009',
    amount: 490,
    why: 'no_outcome',
    isOtherName: false,
    supplier: 'GLAD',
    supplierReference: 'JR261121KPKT0HZHYB1',
    supplierId: '48210001',
    supplierMessage: 'Your request is being processed',
    needsToken: false,
    checks: 34,
    createdAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
    answeredAt: new Date(Date.now() - 3_600_000).toISOString(),
    nextCheckAt: null,
    ...more,
  });
  const light = {
    trans_Type: 'electricity',
    network: 'Port Harcourt',
    description: 'Port Harcourt electricity ₦120,000.00, prepaid',
    recipient: '41000010009',
    amount: 120_050,
    why: 'disputed',
    needsToken: true,
  };
  const json = {
    waiting: [entry(26, {}), entry(5, light)],
    floats: [],
    page: 1,
    totalPages: 1,
    heldBack: 120_540,
    counts: {
      staff: 2,
      asked: 0,
      suspense: 2,
      disputes: 0,
      recovery: 3,
      staffRequests: 2,
      webhooksGivenUp: 3,
    },
  } satisfies CallReply<'listWaiting'>;
  await page.route('**/api/v1/admin/waiting?queue=staff*', (route) => route.fulfill({ json }));
  await fillsDisputes(page, userName);
  await fillsSuspense(page, userName);
  await fillsSecondQueue(page, userName);
  await fillsRecovery(page);
}

async function fillsDisputes(page: Page, userName: string): Promise<void> {
  const dispute: DisputeEntry = {
    _id: '1',
    kind: 'not_delivered',
    state: 'open',
    openedAt: new Date(Date.now() - 26 * 3_600_000).toISOString(),
    messages: [
      {
        from: 'user',
        text: 'Mama has nothing on her phone yet, and the shop has closed for the day.',
        at: new Date(Date.now() - 26 * 3_600_000).toISOString(),
      },
    ],
    transactionId: '9',
    reference: 'JR261121KPKT0HZHYB',
    trans_Type: 'airtime',
    trans_Status: 'success',
    trans_UserName: userName,
    description: 'MTN airtime ₦500.00',
    recipient: '08031230009',
    amount: 490,
  };
  const json = {
    disputes: [dispute, { ...dispute, _id: '2', kind: 'token', trans_Type: 'electricity' }],
    next: null,
    counts: { open: 2, answered: 0 },
  } satisfies CallReply<'listDisputes'>;
  await page.route('**/api/v1/admin/disputes?*', (route) => route.fulfill({ json }));
}

async function fillsSuspense(page: Page, userName: string): Promise<void> {
  const transfer: SuspenseEntry = {
    _id: '1',
    source: 'bank_transfer',
    amount: 5_000,
    currency: 'NGN',
    why: 'the account is not known',
    sender: 'TUNDE ADEKUNLE BALOGUN OF THE MARKET',
    provider: 'paymentpoint',
    providerReference: 'PP-261121-0042-7781-9920',
    bank: 'palmpay',
    accountNumber: '6612345678',
    trans_UserName: null,
    transactionId: null,
    createdAt: new Date(Date.now() - 30 * 3_600_000).toISOString(),
    decision: null,
  };
  const card = {
    source: 'card_payment',
    amount: 120.5,
    currency: 'USD',
    why: 'paid in USD',
    sender: null,
    provider: 'squad',
    bank: null,
    accountNumber: null,
    trans_UserName: userName,
    transactionId: '9',
  };
  const json = {
    suspense: [transfer, { ...transfer, ...card, _id: '2' }],
    page: 1,
    totalPages: 1,
    total: 5_000,
    counts: { open: 2, decided: 0 },
  } satisfies CallReply<'listSuspense'>;
  await page.route('**/api/v1/admin/suspense?*', (route) => route.fulfill({ json }));
}

async function fillsSecondQueue(page: Page, userName: string): Promise<void> {
  const asked: StaffRequest = {
    _id: '1',
    call: 'transferFund',
    input: { userName, amount: 450_000 },
    subject: 'user 1',
    users: [userName],
    amount: 450_000,
    prices: null,
    contact: null,
    rights: null,
    reason: 'Paid at the counter, the receipt of the bank is number 4711-20261122-000081',
    maker: 'ngozi',
    isOwn: false,
    state: 'waiting',
    createdAt: new Date(Date.now() - 5 * 3_600_000).toISOString(),
    expiresAt: new Date(Date.now() + 19 * 3_600_000).toISOString(),
    endedBy: null,
    endedReason: null,
    endedAt: null,
    couponCode: null,
  };
  const own = {
    ...asked,
    _id: '2',
    call: 'decideWaiting',
    input: { id: '9', outcome: 'returned' },
    subject: 'transaction 9',
    isOwn: true,
    maker: 'admin',
  };
  const ended = {
    ...own,
    _id: '3',
    state: 'confirmed',
    endedBy: 'ngozi',
    endedReason: 'The supplier wrote the same to me',
    endedAt: new Date(Date.now() - 3_600_000).toISOString(),
  };
  const page1 = (staffRequests: StaffRequest[]) =>
    ({
      staffRequests,
      page: 1,
      totalPages: 1,
      counts: { waiting: 2, ended: 1 },
    }) satisfies CallReply<'listStaffRequests'>;
  const address = '**/api/v1/admin/staffRequests?queue=';
  await page.route(`${address}waiting*`, (route) => route.fulfill({ json: page1([asked, own]) }));
  await page.route(`${address}ended*`, (route) => route.fulfill({ json: page1([ended]) }));
}

/** As of a shop that is closed; the others' journeys go on in one that is open. */
async function fillsRecovery(page: Page): Promise<void> {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const statement: RecoveryItem = {
    _id: '1',
    kind: 'statement',
    provider: 'paymentpoint',
    reference: 'bank transfers',
    recipient: null,
    amount: null,
    happenedAt: null,
    words: null,
    decision: null,
  };
  const decision = {
    decidedBy: 'admin',
    reason: 'Their statement of the day has nothing more',
    decidedAt: at,
  };
  const delivery = {
    kind: 'delivery',
    provider: 'GLAD',
    reference: 'JR261122ABCDEFGHJK1',
    recipient: '08031230009',
    amount: 120_050,
    happenedAt: at,
    words: 'Your request was successful',
  };
  const json = {
    recovery: { restoredTo: at, closedAt: at, opening: null },
    asked: [
      {
        ...statement,
        _id: '2',
        kind: 'question',
        provider: 'ALARO',
        reference: 'deliveries',
        words: 'no answer within 30 s',
      },
      statement,
      { ...statement, _id: '3', provider: 'squad', reference: 'card payments', decision },
    ],
    deliveries: [{ ...statement, ...delivery, _id: '4' }],
    page: 1,
    totalPages: 1,
    counts: { asked: 2, deliveries: 1 },
  } satisfies CallReply<'getRecovery'>;
  await page.route('**/api/v1/admin/recovery?*', (route) => route.fulfill({ json }));
}
