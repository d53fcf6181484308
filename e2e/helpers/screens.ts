/** Brings each watcher of the table of screens to what they see. */
import type { Page } from '@playwright/test';
import { screens, watchers, type Screen, type Watcher } from '../screens.ts';
import { emptiesStaffLists } from './empty-lists.ts';
import { aNewNumber, aUser, demo, isSignedIn, type User } from './people.ts';
import { phoneCode, registeredPhone } from './sandbox.ts';
import { ask, call } from './server.ts';
import { aNewAccount, aNewMeter } from './sending.ts';
import { fillsReviewQueue } from './staff-queues.ts';
import { expect } from './test.ts';

/** As many as fit well into two minutes of a loaded machine. */
const MOST_IN_A_GROUP = 7;

/** All screens, by who looks at them. `screensFor` signs them in and gives them what the screens show. */
export const screenGroups: readonly {
  /** `the admin (2 of 3)` */
  whose: string;
  screensFor: (page: Page) => Promise<readonly Screen[]>;
}[] = watchers.flatMap((watcher) => {
  const all = screens.filter(({ whose }) => whose === watcher);
  const groups = Math.ceil(all.length / MOST_IN_A_GROUP);
  return Array.from({ length: groups }, (_, group) => ({
    whose: `the ${watcher}${groups > 1 ? ` (${group + 1} of ${groups})` : ''}`,
    screensFor: (page: Page) =>
      screensFor(page, watcher, all.slice(group * MOST_IN_A_GROUP, (group + 1) * MOST_IN_A_GROUP)),
  }));
});

/** Signs them in, and gives the screens with the addresses of what they have. */
export async function screensFor(
  page: Page,
  whose: Watcher,
  shown: readonly Screen[],
): Promise<readonly Screen[]> {
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
  if (whose === 'customer' || whose === 'reseller') {
    const ada = await aUser({ naira: 20_000 });
    const bought = await lives(ada);
    const { reference } = await call('initiateSquadFunding', { amount: 1_500 }, ada.token);
    const { slip } = await call('getTransaction', { id: bought.delivered }, ada.token);
    await isSignedIn(page, whose === 'reseller' ? await upgrades(ada) : ada);
    return { ...bought, payment: reference, code: slip };
  }
  const buyer = await aUser({ naira: 20_000 });
  const { delivered } = await lives(buyer);
  await fillsReviewQueue(page, buyer);
  const staff = await demo(whose);
  if (whose === 'vendor')
    await call('generateCoupon', { userAccount: buyer.userName, amount: 90 }, staff.token);
  await isSignedIn(page, staff);
  return { buyer: buyer.userName, delivered };
}

/** To reseller, which ends the session; gives the user with the next one. */
async function upgrades(ada: User): Promise<User> {
  const { user } = await call('getProfile', undefined, ada.token);
  await call('upgradeToReseller', { id: user._id, userType: 'reseller' }, ada.token);
  const { token } = await call('login', ada);
  return { ...ada, token };
}

type Bought = Record<'delivered' | 'light' | 'open', string>;

/** Purchases that were delivered, refused and are still open, money sent, and all that one can save; gives the ids of three purchases. */
async function lives(user: User): Promise<Bought> {
  const { token, userName, password, phone } = user;
  const airtime = (lastFour: string) =>
    ask('buyAirtime', { network: 1, mobile_number: aNewNumber(lastFour), amount: 500 }, token);
  const delivered = await airtime('5555');
  await airtime('0001');
  const meter = { meterId: 18, meterNumber: aNewMeter(), meterType: 'prepaid', amount: 2_000 };
  const light = await call('buyElectricity', meter, token);
  const open = await airtime('0009');
  await sends(user);
  const contact = { contactName: 'Mama Nkechi of the market', contactNetwork: 'MTN' };
  await call('addContact', { ...contact, contactNumber: aNewNumber() }, token);
  const bvn = `${phone.slice(1)}8`;
  await call('updateKyc', { bvn }, token);
  await call('confirmIdentity', { code: await phoneCode(registeredPhone(bvn)) }, token);
  await call('generateAccount', { bankName: 'palmpay' }, token);
  await aUser({ referredBy: userName });
  await call('createApiToken', { name: 'The website of the shop', password }, token);
  // Nobody listens there: the message stays, with what went wrong.
  await call('updateWebhook', { webhookUrl: 'http://127.0.0.1:9/jara' }, token);
  await call('testWebhook', undefined, token);
  return {
    delivered: delivered.body.receipt._id,
    light: light.receipt._id,
    open: open.body.receipt._id,
  };
}

/** To another user and to a bank account, which is saved. */
async function sends({ token }: User): Promise<void> {
  const { userName } = await aUser();
  await call('transferFund', { userName, amount: 100 }, token);
  const account = { bankName: 'GTBank', accountNumber: aNewAccount() };
  await call('validateBankAccount', account, token);
  await call('addBeneficiary', account, token);
  await call('withdraw', { ...account, amount: 1_000 }, token);
}

/** Opens a screen and waits until all of it is there, each thing for `timeout` ms at most. */
export async function opens(
  page: Page,
  { address, heading, isEmpty = false }: Screen,
  timeout = 10_000,
): Promise<void> {
  await emptiesStaffLists(page, isEmpty);
  await page.goto(address);
  await isThere(page, heading, timeout);
}

export async function isThere(page: Page, heading: string | RegExp, timeout = 10_000): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(heading, { timeout });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout });
  await isStill(page);
}

/** Resolves when fonts are there and everything that appears has appeared; what sweeps for ever does not count. */
export async function isStill(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const moving = `document.getAnimations().filter((animation) =>
    animation.playState === 'running' && animation.effect.getComputedTiming().iterations !== Infinity).length`;
  await expect.poll(() => page.evaluate(moving)).toBe(0);
}
