/** Brings each watcher of the table of screens to what they see. */
import type { Page } from '@playwright/test';
import type { CallReply } from '@jara/contract/api.ts';
import type { RecoveryItem } from '@jara/contract/calls/recovery.ts';
import type { ReviewQueueEntry } from '@jara/contract/calls/review-queue.ts';
import type { StaffRequest } from '@jara/contract/calls/review-queue.ts';
import type { SuspenseEntry } from '@jara/contract/calls/suspense.ts';
import { screens, watchers, type Screen, type Watcher } from '../screens.ts';
import { aNewNumber, aUser, demo, isSignedIn, type User } from './people.ts';
import { phoneCode, registeredPhone } from './sandbox.ts';
import { ask, call } from './server.ts';
import { expect } from './test.ts';

/** As many as fit well into a minute of a loaded machine. */
const MOST_IN_A_GROUP = 7;

/** All screens, by who looks at them. `screensFor` signs them in and gives them what the screens show. */
export const screenGroups: readonly {
  watcher: Watcher;
  /** `the admin (2 of 3)` */
  whose: string;
  screensFor: (page: Page) => Promise<readonly Screen[]>;
}[] = watchers.flatMap((watcher) => {
  const all = screens.filter(({ whose }) => whose === watcher);
  const groups = Math.ceil(all.length / MOST_IN_A_GROUP);
  return Array.from({ length: groups }, (_, group) => ({
    watcher,
    whose: `the ${watcher}${groups > 1 ? ` (${group + 1} of ${groups})` : ''}`,
    screensFor: (page: Page) =>
      screensFor(page, watcher, all.slice(group * MOST_IN_A_GROUP, (group + 1) * MOST_IN_A_GROUP)),
  }));
});

async function screensFor(page: Page, whose: Watcher, shown: readonly Screen[]): Promise<readonly Screen[]> {
  const facts = await comesIn(page, whose);
  return shown.map((screen) => ({
    ...screen,
    address: screen.address.replaceAll(/\{(\w+)\}/g, (_, fact: string) => facts[fact] ?? ''),
  }));
}

/** Signs in as one of the watchers; gives what stands for the braces of the table. */
export async function comesIn(page: Page, whose: Watcher): Promise<Record<string, string>> {
  if (whose === 'visitor') return {};
  if (whose === 'newcomer') {
    await isSignedIn(page, await aUser());
    return {};
  }
  if (whose !== 'customer') {
    const buyer = await aUser({ naira: 2_000 });
    const [sold] = whose === 'vendor' ? [''] : await lives(buyer);
    await fillsReviewQueue(page, buyer);
    await isSignedIn(page, await demo(whose));
    return { buyer: buyer.userName, delivered: sold };
  }
  const ada = await aUser({ naira: 5_000 });
  await isSignedIn(page, ada);
  const [delivered, open] = await lives(ada);
  const { reference } = await call('initiateSquadFunding', { amount: 1_500 }, ada.token);
  const { slip } = await call('getTransaction', { id: delivered }, ada.token);
  return { delivered, open, payment: reference, code: slip };
}

/** What waits for staff does so a day after it was bought: the answer of the server is prepared, for `queue=staff` only. */
async function fillsReviewQueue(page: Page, { userName }: User): Promise<void> {
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
  await fillsSuspense(page, userName);
  await fillsSecondQueue(page, userName);
  await fillsRecovery(page);
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

/** A delivered purchase, a refused one and one that is still open; gives the ids of the first and the last. */
async function lives(user: User): Promise<[delivered: string, open: string]> {
  const { token, userName, password, phone } = user;
  const airtime = (lastFour: string) =>
    ask('buyAirtime', { network: 1, mobile_number: aNewNumber(lastFour), amount: 500 }, token);
  const delivered = await airtime('5555');
  await airtime('0001');
  const open = await airtime('0009');
  await call(
    'addContact',
    { contactName: 'Mama Nkechi of the market', contactNumber: aNewNumber(), contactNetwork: 'MTN' },
    token,
  );
  const bvn = `${phone.slice(1)}8`;
  await call('updateKyc', { bvn }, token);
  await call('confirmIdentity', { code: await phoneCode(registeredPhone(bvn)) }, token);
  await call('generateAccount', { bankName: 'palmpay' }, token);
  await aUser({ referredBy: userName });
  await call('createApiToken', { name: 'The website of the shop', password }, token);
  // Nobody listens there: the message stays, with what went wrong.
  await call('updateWebhook', { webhookUrl: 'http://127.0.0.1:9/jara' }, token);
  await call('testWebhook', undefined, token);
  return [delivered.body.receipt._id, open.body.receipt._id];
}

/** Opens a screen and waits until all of it is there. */
export async function opens(page: Page, { address, heading }: Screen): Promise<void> {
  await page.goto(address);
  await isThere(page, heading);
}

async function isThere(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(heading);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await isStill(page);
}

/** Resolves when fonts are there and everything that appears has appeared; what sweeps for ever does not count. */
export async function isStill(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const moving = `document.getAnimations().filter((animation) =>
    animation.playState === 'running' && animation.effect.getComputedTiming().iterations !== Infinity).length`;
  await expect.poll(() => page.evaluate(moving)).toBe(0);
}
