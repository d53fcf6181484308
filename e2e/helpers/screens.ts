/** Every screen of the client, so that what must hold for all of them is tried on all of them. */
import type { Page } from '@playwright/test';
import { aNewNumber, aUser, demo, isSignedIn, type User } from './people.ts';
import { ask, call } from './server.ts';
import { expect } from './test.ts';

export interface Screen {
  address: string;
  heading: string | RegExp;
}

const publicScreens: readonly Screen[] = [
  { address: '/', heading: /^Airtime and data/ },
  { address: '/login', heading: 'Log in' },
  { address: '/register', heading: 'Open an account' },
  { address: '/register/smart', heading: 'Open an account' },
  { address: '/priceList', heading: 'Price list' },
  { address: '/priceList?network=MTN', heading: 'Price list' },
  { address: '/no/such/page', heading: 'Ohh! page not found' },
  { address: '/check/JR261121ABCDEFGHJK-00000000000000000000', heading: 'Not a slip of ours' },
];

/** All of them, by who sees them. */
export const screenGroups: readonly {
  whose: string;
  screensFor: (page: Page) => Promise<readonly Screen[]>;
}[] = [
  { whose: 'the public', screensFor: async () => publicScreens },
  { whose: 'a newcomer', screensFor: screensOfANewcomer },
  { whose: 'a customer', screensFor: screensOfACustomer },
  { whose: 'an admin', screensFor: screensOfAnAdmin },
  { whose: 'an agent', screensFor: screensOfAnAgent },
];

/** The screens of somebody who has just registered: with nothing in them. */
async function screensOfANewcomer(page: Page): Promise<readonly Screen[]> {
  await isSignedIn(page, await aUser());
  return [
    { address: '/profile', heading: /^Hello,/ },
    { address: '/profile/buydata', heading: 'Buy data' },
    { address: '/profile/buyairtime', heading: 'Buy airtime' },
    { address: '/profile/fundWallet', heading: 'Fund wallet' },
    { address: '/profile/fundWallet/return', heading: 'No payment to check' },
    { address: '/profile/fundWallet/coupon', heading: 'Redeem a coupon' },
    { address: '/profile/electricity', heading: 'Electricity' },
    { address: '/profile/transfer', heading: 'Transfer' },
    { address: '/profile/withdraw', heading: 'Withdraw to bank' },
    { address: '/profile/transactions', heading: 'Transactions' },
    { address: '/profile/changePassword', heading: 'Settings' },
    { address: '/profile/security', heading: 'Security' },
    { address: '/profile/contacts', heading: 'Contacts' },
    { address: '/profile/user', heading: 'Account' },
    { address: '/profile/developer', heading: 'Developer' },
    { address: '/profile/earnings', heading: 'Earnings' },
    { address: '/profile/no/such/page', heading: 'Ohh! page not found' },
  ];
}

/** The screens that look different for somebody who has bought and paid: lines in every state, slips, a payment to return from. */
async function screensOfACustomer(page: Page): Promise<readonly Screen[]> {
  const ada = await aUser({ naira: 5_000 });
  await isSignedIn(page, ada);
  const [delivered, open] = await lives(ada);
  const { reference } = await call('initiateSquadFunding', { amount: 1_500 }, ada.token);
  return [
    { address: '/profile', heading: /^Hello,/ },
    { address: '/profile/buydata?network=MTN', heading: 'Buy data' },
    { address: '/profile/buyairtime', heading: 'Buy airtime' },
    { address: '/profile/contacts', heading: 'Contacts' },
    { address: '/profile/user', heading: 'Account' },
    { address: '/profile/developer', heading: 'Developer' },
    { address: '/profile/earnings', heading: 'Earnings' },
    { address: '/profile/transactions', heading: 'Transactions' },
    { address: '/profile/transactions?status=failed&phoneNumber=0999', heading: 'Transactions' },
    { address: `/profile/transactions/${delivered}`, heading: 'Transactions' },
    { address: `/profile/transactions/${open}`, heading: 'Transactions' },
    { address: `/profile/fundWallet/return?reference=${reference}`, heading: 'Checking payment…' },
  ];
}

/** The screens of an admin: full, and with nothing found. */
async function screensOfAnAdmin(page: Page): Promise<readonly Screen[]> {
  const ada = await aUser({ naira: 2_000 });
  const [delivered] = await lives(ada);
  await isSignedIn(page, await demo('admin'));
  return [
    { address: '/admin', heading: 'Admin dashboard' },
    { address: '/admin/users', heading: 'Users' },
    { address: `/admin/users?userName=${ada.userName}&user=${ada.userName}`, heading: 'Users' },
    { address: `/admin/transactions?userName=${ada.userName}`, heading: 'All transactions' },
    {
      address: `/admin/transactions?userName=${ada.userName}&slip=${delivered}`,
      heading: 'All transactions',
    },
    { address: '/admin/audit', heading: 'Staff record' },
    { address: '/admin/audit?actor=nobody_at_all', heading: 'Staff record' },
  ];
}

/** What an agent sees of the same. */
async function screensOfAnAgent(page: Page): Promise<readonly Screen[]> {
  const ada = await aUser({ naira: 2_000 });
  const [delivered] = await lives(ada);
  await isSignedIn(page, await demo('agent'));
  return [
    { address: `/admin/users?user=${ada.userName}`, heading: 'Users' },
    { address: `/profile/transactions/${delivered}`, heading: 'Transactions' },
  ];
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
  await call('updateKyc', { bvn: `${phone.slice(1)}8` }, token);
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
