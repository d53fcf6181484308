/** Every fee and every limit is another one here: whatever still stands as a constant somewhere answers wrongly. */
import { kobo, naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import type { Answer } from '../../test/app.ts';
import { control, numberOf, useShop } from '../../test/buying.ts';
import { changedSettings, changedTerms } from '../../test/changed-terms.ts';
import { buyElectricity, meterOf } from '../../test/electricity.ts';
import type { TestUser } from '../../test/make.ts';
import type { OpenApi } from '../slices/developers/openapi.ts';
import { settlePayment, splitPayment } from '../slices/funding/settle-payment.ts';
import { accountEnding, bankName } from '../slices/withdrawals/testing/fake-bank.ts';
import { feesAndLimits } from './fees-and-limits.ts';
import { createFillIn } from './fill-in.ts';
import { settingsIn } from './tables.ts';

const app = useShop({
  env: {
    ...changedSettings,
    SESSION_IDLE_HOURS: '13',
    API_TOKEN_OVERLAP_HOURS: '5',
    METER_CHECKS_PER_HOUR: '21',
  },
});

const rich = () => app.make.user({ wallet: naira(500_000) });
const airtime = (user: TestUser, amount: number) =>
  app.as(user).call('buyAirtime', { network: 1, mobile_number: numberOf('MTN', '5555'), amount });
const withdraw = (user: TestUser, accountNumber: string, amount: number) =>
  app.as(user).call('withdraw', { accountNumber, bankName, amount });
const receiptOf = ({ reply }: { reply: { receipt: Receipt } }): Receipt => reply.receipt;
/** What was wrong with the amount, or the refusal as a whole. */
const saidOf = ({ refusal }: Pick<Answer<'buyAirtime'>, 'refusal'>): string =>
  refusal.errors?.[0]?.msg ?? refusal.msg;
const newestTransaction = async (user: TestUser) =>
  (await app.as(user).call('listTransactions')).reply.transactions[0];
const textOf = async (path: string): Promise<string> => (await fetch(app.url + path)).text();

describe('whoever asks', () => {
  it('is told the fees and limits of this installation, signed in or not', async () => {
    const ada = await app.make.user();
    expect((await app.anybody().call('getStatus')).reply.terms).toEqual(changedTerms);
    expect((await app.as(ada).call('getProfile')).reply.terms).toEqual(changedTerms);
  });

  it('reads them in the sentences of the API', async () => {
    const text = await textOf('/openapi.json');
    for (const sentence of [
      'Whole naira from 200 to 20,000.',
      'Whole naira from 1,000 to 90,000',
      'the charge is the amount plus 100',
      '400 to 70,000 naira; 2.5% of what is paid is charged',
      'At most 30,000 naira a call',
      '10 to 5,000 naira',
      'The fee of 75 naira comes out of the amount',
      'for a one-time fee of 2,000 naira',
      'earns 700 naira',
      'At most 21 an hour',
      'both work for 5 hours',
      'You may put at most 9,000 naira into coupons in one day',
    ])
      expect(text).toContain(sentence);
    expect(text).not.toMatch(/\{[A-Z]+_[A-Z_]+/);
  });

  it.each([
    ['buy/airtime', { minimum: 200, maximum: 20_000 }],
    ['buy/electricity', { minimum: 1_000, maximum: 90_000 }],
    ['fundWallet/squad/initiate', { minimum: 400, maximum: 70_000 }],
    ['loophole', { minimum: 1, maximum: 30_000 }],
    ['auth/transferFund', { minimum: 10, maximum: 5_000 }],
    ['withdraw', { minimum: 300, maximum: 8_000 }],
    ['auth/withdrawEarning', { minimum: 250 }],
    ['admin/generateCoupon', { maximum: 4_000 }],
  ])('reads in the document how much %s takes', async (address, limits) => {
    const { paths } = JSON.parse(await textOf('/openapi.json')) as OpenApi;
    const { schema } = paths[`/api/v1/${address}`]?.['post']?.requestBody?.content['application/json'] ?? {};
    const { amount } = (schema as { properties: { amount: { anyOf: unknown[] } } }).properties;
    expect(amount.anyOf[0]).toEqual({ type: 'number', ...limits });
  });

  it('reads in the guide how long a session lasts, and what play money there is', async () => {
    const page = await textOf('/developers');
    expect(page).toContain('It ends after 13 hours without use, and after 30 days');
    expect(page).not.toMatch(/\{[A-Z]+_[A-Z_]+/);
    expect(page).toContain('₦30,000 at a time');
    expect(page).toContain('For 36 hours after a reset of the password little money leaves the wallet');
  });
});

it('every figure of the table is another one here than usual', () => {
  const port = 3_000;
  const start = {
    live: false,
    isForHere: true,
    port,
    sandboxPort: port + 1,
    complain: (problem: string) => expect.fail(problem),
  };
  const env: Readonly<Record<string, string | undefined>> = changedSettings;
  const asUsual = settingsIn(feesAndLimits).filter(
    (setting) => setting.read(env[setting.name], start) === setting.read(undefined, start),
  );
  expect(asUsual.map(({ name }) => name)).toEqual([]);
});

it('a sentence that names no setting stops the start', () => {
  expect(() => createFillIn(app.context.config)('It costs {ELECTRICITY_FEA_NAIRA}')).toThrow(
    'ELECTRICITY_FEA_NAIRA',
  );
  expect(createFillIn(app.context.config)('{PURCHASE_WAIT_MS}, GET {id}')).toBe('8 s, GET {id}');
});

describe('a purchase', () => {
  it('of airtime keeps to the limits and the shares', async () => {
    const [ada, seller] = [await rich(), await app.make.user({ wallet: naira(500), userType: 'reseller' })];
    expect(saidOf(await airtime(ada, 199))).toBe('Minimum purchase is ₦200');
    expect(saidOf(await airtime(ada, 20_001))).toBe('Maximum purchase is ₦20,000.00');
    expect(receiptOf(await airtime(ada, 200))).toMatchObject({ charge: 194, faceValue: 200 });
    expect(receiptOf(await airtime(seller, 200))).toMatchObject({ charge: 191 });
  });

  it('of electricity keeps to the limits, and the fee is on top', async () => {
    const ada = await rich();
    const buy = (amount: number, rest = {}) => buyElectricity(app, ada, meterOf('1234'), { amount, ...rest });
    expect(saidOf(await buy(999))).toBe('Minimum purchase is ₦1,000.00');
    expect(saidOf(await buy(90_001))).toBe('Maximum purchase is ₦90,000.00');
    const refusal = await buy(1_000, { expectedAmount: 1_050 });
    expect([refusal.status, refusal.refusal.code]).toEqual([409, 'price_changed']);
    expect(receiptOf(await buy(1_000, { expectedAmount: 1_100 }))).toMatchObject({ charge: 1_100 });
    const meter = { meterId: 18, meterNumber: meterOf('1234'), meterType: 'prepaid' };
    expect((await app.as(ada).call('validateMeter', meter)).reply.minimumAmount).toBe(1_000);
  });
});

describe('money', () => {
  it('that comes in by card is charged the share', async () => {
    const ada = await app.make.user();
    const fund = (amount: number) => app.as(ada).call('initiateSquadFunding', { amount });
    expect(saidOf(await fund(399))).toBe('minimum payment is 400');
    expect(saidOf(await fund(70_001))).toBe('maximum payment is ₦70,000.00');
    const { reference } = (await fund(1_000)).reply;
    await control(app, 'pay', { reference });
    await expect.poll(() => settlePayment(app.context, reference)).toBe('credited');
    expect(await newestTransaction(ada)).toMatchObject({ charge: 25, trans_amount: 975 });
    expect(splitPayment(kobo(1_020), 250)).toEqual({ feeKobo: 26n, creditKobo: 994n });
  });

  it('on its way in is charged what the payer was told, when the share was changed meanwhile', async () => {
    const ada = await app.make.user();
    const { reference } = (await app.as(ada).call('initiateSquadFunding', { amount: 1_000 })).reply;
    const { config } = app.context;
    const dearer = { ...config, funding: { ...config.funding, feeBasisPoints: 500 } };
    await control(app, 'pay', { reference });
    await expect.poll(() => settlePayment({ ...app.context, config: dearer }, reference)).toBe('credited');
    expect(await newestTransaction(ada)).toMatchObject({ charge: 25, trans_amount: 975 });
  });

  it('of play, of coupons and between users keeps to the limits', async () => {
    const [ada, bola, boss] = [await rich(), await app.make.user(), await app.make.user({ isAdmin: true })];
    const topUp = (amount: number) => app.as(ada).call('testTopUp', { amount });
    expect(saidOf(await topUp(30_001))).toBe('maximum top-up is ₦30,000.00');
    expect((await topUp(30_000)).status).toBe(200);
    const send = (amount: number) => app.as(ada).call('transferFund', { userName: bola.userName, amount });
    expect(saidOf(await send(9.99))).toBe('minimum transfer is ₦10.00');
    expect(saidOf(await send(5_000.01))).toBe('maximum transfer is ₦5,000.00');
    expect((await send(10)).status).toBe(200);
    const coupon = (amount: number) =>
      app.as(boss).call('generateCoupon', { userAccount: ada.userName, amount });
    expect(saidOf(await coupon(4_000.01))).toBe('maximum coupon is ₦4,000.00');
    expect((await coupon(4_000)).status).toBe(200);
    expect((await coupon(4_000)).status).toBe(200);
    expect(saidOf(await coupon(1_001))).toBe('You may put at most ₦9,000.00 into coupons in one day');
  });

  it('that goes out leaves the fee here', async () => {
    const ada = await rich();
    const accountNumber = accountEnding('1234');
    await app.as(ada).call('validateBankAccount', { accountNumber, bankName });
    expect(saidOf(await withdraw(ada, accountNumber, 299))).toBe('minimum withdrawal is ₦300.00');
    expect(saidOf(await withdraw(ada, accountNumber, 8_001))).toBe('maximum withdrawal is ₦8,000.00');
    const { reply } = await withdraw(ada, accountNumber, 300);
    expect(reply.receipt).toMatchObject({ charge: 75, faceValue: 225 });
  });
});

it('becoming a reseller costs the fee and earns the reward, which moves from its minimum on', async () => {
  const [ada, bola] = [await app.make.user(), await app.make.user({ wallet: naira(2_000) })];
  await app.context.pool.run('update users set referred_by = $2 where id = $1', [bola.userId, ada.userId]);
  const upgrade = { id: String(bola.userId), userType: 'reseller' };
  expect((await app.as(bola).call('upgradeToReseller', upgrade)).status).toBe(200);
  expect((await app.as(ada).call('getReferral', { page: 1 })).reply.earningBalance).toBe(700);
  const move = (amount: number) => app.as(ada).call('withdrawEarning', { amount });
  expect((await move(249)).status).toBe(400);
  expect((await move(250)).status).toBe(200);
});
