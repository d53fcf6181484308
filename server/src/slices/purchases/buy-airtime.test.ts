import { formatKobo, naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { balanceOf, transactionsOf, numberOf, purchaseOf, refusalOf, useShop } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useShop();

const rich = () => app.make.user({ wallet: naira(100_000) });
const order = (changes: Record<string, unknown> = {}) => ({
  network: 1,
  amount: 500,
  mobile_number: numberOf('MTN', '1234'),
  ...changes,
});

const refused = (user: TestUser, body: Record<string, unknown>) => refusalOf(app, user, 'buyAirtime', body);

/** Sends the body as it is written: JSON has numbers that JavaScript would not write. */
async function send(
  user: TestUser,
  text: string,
): Promise<{ status: number; body: { msg: string; code: string } }> {
  const response = await fetch(`${app.url}/api/v1/buy/airtime`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': user.token },
    body: text,
  });
  return { status: response.status, body: (await response.json()) as { msg: string; code: string } }; // a refusal
}

describe('the price', () => {
  it.each([
    ['smart earner', 100, 99],
    ['smart earner', 50_000, 49_500],
    ['smart earner', 101, 99.99],
    ['smart earner', 12_345, 12_221.55],
    ['reseller', 500, 490],
    ['reseller', 101, 98.98],
    ['reseller', 12_345, 12_098.1],
    ['api user', 500, 495],
    ['partner', 500, 495],
  ] as const)('for a %s of %s naira is %s', async (userType, amount, price) => {
    const ada = await app.make.user({ userType, wallet: naira(50_000) });
    const { receipt } = (await app.as(ada).call('buyAirtime', order({ amount }))).reply;
    expect(receipt).toMatchObject({
      charge: price,
      faceValue: amount,
      trans_amount: price,
      balance_Before: 50_000,
    });
    const delivery = app.sandbox
      .journal()
      .deliveries.find(({ recipient }) => recipient === receipt.recipient);
    expect(delivery).toMatchObject({ amount, kind: 'airtime', planId: null });
    expect(await balanceOf(app, ada)).toBe(naira(50_000) - BigInt(Math.round(price * 100)));
  });

  it.each([
    [1, 'MTN', 97],
    [2, 'GLO', 95],
    [3, 'AIRTEL', 97],
    [4, '9MOBILE', 95],
  ])('of network %s (%s) costs us %s %%', async (network, name, percent) => {
    const ada = await rich();
    const { receipt } = (await app.as(ada).call('buyAirtime', order({ network }))).reply;
    expect(receipt.trans_Network).toBe(name);
    expect(await purchaseOf(app, receipt.reference)).toMatchObject({
      price: naira(495),
      cost: naira(5 * percent),
    });
    const delivery = app.sandbox
      .journal()
      .deliveries.find(({ recipient }) => recipient === receipt.recipient);
    expect(delivery?.network).toBe(name);
  });

  it('shown is the price taken', async () => {
    const ada = await rich();
    const answer = await app.as(ada).call('buyAirtime', order({ expectedAmount: 490 }));
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'price_changed', expectedAmount: 495 }]);
    expect(await transactionsOf(app, ada)).toBe(0);
    expect((await app.as(ada).call('buyAirtime', order({ expectedAmount: 495 }))).status).toBe(200);
  });

  it('is refused to who has one kobo too little', async () => {
    const ada = await app.make.user({ wallet: naira(98) });
    expect(await refused(ada, order({ amount: 100 }))).toMatchObject({
      status: 409,
      msg: 'Insufficient balance',
    });
  });
});

describe('the network', () => {
  it.each([
    ['6, the code of 9MOBILE for data', 6],
    ['5', 5],
    ['0', 0],
    ['a name of none', 'MTNN'],
    ['a padded code', '01'],
    ['a code with blanks', ' 1'],
  ])('is not %s', async (_what, network) => {
    expect(await refused(await rich(), order({ network }))).toMatchObject({
      status: 400,
      msg: 'Please select a network',
    });
  });
});

describe('a network', () => {
  it.each([
    ['MTN', 'MTN', numberOf('MTN', '1234')],
    ['9MOBILE', '9MOBILE', '08091231234'],
    ['9mobile', '9MOBILE', '08091231235'],
    [' Glo ', 'GLO', numberOf('GLO', '1234')],
  ])('may be named: %s', async (network, name, phone) => {
    const ada = await rich();
    const body = order({ network, mobile_number: phone });
    const { receipt } = (await app.as(ada).call('buyAirtime', body)).reply;
    expect(receipt.trans_Network).toBe(name);
  });

  it('is the same by name and by code, so a key bought it once', async () => {
    const ada = await rich();
    const body = order({ network: 'MTN' });
    const first = await app.as(ada).call('buyAirtime', body, { key: 'order-1' });
    const again = await app.as(ada).call('buyAirtime', { ...body, network: 1 }, { key: 'order-1' });
    expect([again.status, again.reply.receipt.reference]).toEqual([200, first.reply.receipt.reference]);
  });
});

describe('the amount', () => {
  const maximum = `Maximum purchase is ${formatKobo(naira(50_000))}`;

  it.each([
    ['100', '100'],
    ['100.0', '100'],
    ['"100"', '100'],
    ['"100.00"', '100'],
    ['50000', '50000'],
  ])('may be %s', async (amount, taken) => {
    const ada = await rich();
    const { status, body } = await send(ada, JSON.stringify(order({ amount: '?' })).replace('"?"', amount));
    expect([status, body.msg]).toEqual([200, expect.stringContaining('reached')]);
    const { faceValue } = await app.context.pool.get<{ faceValue: bigint }>(
      'select face_value_kobo as "faceValue" from transactions where user_id = $1',
      [ada.userId],
    );
    expect(faceValue).toBe(naira(Number(taken)));
  });

  it.each([
    ['-1', 'enter a valid amount'],
    ['0', 'Minimum purchase is ₦100'],
    ['-0', 'Write numbers without exponents'],
    ['0.1', 'Minimum purchase is ₦100'],
    ['99.999', 'enter a valid amount'],
    ['99.99', 'Minimum purchase is ₦100'],
    ['100.001', 'enter a valid amount'],
    ['100.5', 'Airtime is sold in whole naira'],
    ['1e3', 'Write numbers without exponents'],
    ['1e21', 'Write numbers without exponents'],
    ['1e-7', 'Write numbers without exponents'],
    ['50001', maximum],
    ['50000.01', maximum],
    ['9007199254740993', 'enter a valid amount'],
    ['100000000000000000000000', 'enter a valid amount'],
    ['NaN', 'The request body is not valid JSON'],
    ['Infinity', 'The request body is not valid JSON'],
    ['-Infinity', 'The request body is not valid JSON'],
    ['0x10', 'The request body is not valid JSON'],
    ['+500', 'The request body is not valid JSON'],
    ['٣', 'The request body is not valid JSON'],
    ['"-500"', 'enter a valid amount'],
    ['"+500"', 'enter a valid amount'],
    ['" 500"', 'enter a valid amount'],
    ['"500 "', 'enter a valid amount'],
    ['"1,000"', 'enter a valid amount'],
    ['"1_000"', 'enter a valid amount'],
    ['"1e3"', 'enter a valid amount'],
    ['"0x64"', 'enter a valid amount'],
    ['"0500"', 'enter a valid amount'],
    ['"٣٠٠"', 'enter a valid amount'],
    ['"０１００"', 'enter a valid amount'],
    ['"500.000"', 'enter a valid amount'],
    ['"500."', 'enter a valid amount'],
    ['".5"', 'enter a valid amount'],
    ['"NaN"', 'enter a valid amount'],
    ['"five hundred"', 'enter a valid amount'],
    ['"₦500"', 'enter a valid amount'],
    ['"500\\u0001"', 'enter a valid amount'],
    ['"99999999999999999999"', 'enter a valid amount'],
    ['"999999999999999999999"', 'Please check what you entered'],
    ['""', 'All fields are required'],
    ['" "', 'All fields are required'],
    ['[500]', 'Please check what you entered'],
    ['{"naira":500}', 'Please check what you entered'],
    ['null', 'Please check what you entered'],
    ['true', 'Please check what you entered'],
  ])('is not %s', async (amount, msg) => {
    const ada = await rich();
    const { status, body } = await send(ada, JSON.stringify(order({ amount: '?' })).replace('"?"', amount));
    expect([status, body.msg]).toEqual([400, msg]);
    expect(await transactionsOf(app, ada)).toBe(0);
  });

  it('is needed', async () => {
    expect(await refused(await rich(), order({ amount: undefined }))).toMatchObject({
      status: 400,
      msg: 'All fields are required',
    });
  });
});

describe('the phone number', () => {
  it.each([
    ['08031231234', '08031231234'],
    ['+2348031231235', '08031231235'],
    ['2348031231236', '08031231236'],
    ['002348031231237', '08031231237'],
    ['0803 123 1238', '08031231238'],
    ['0803-123-1239', '08031231239'],
    ['(0803) 123.1240', '08031231240'],
    ['+234\u00a0803\u00a0123\u00a01241', '08031231241'],
    ['07031231234', '07031231234'],
    ['09011231234', '09011231234'],
  ])('may be written %j', async (typed, taken) => {
    const { receipt } = (await app.as(await rich()).call('buyAirtime', order({ mobile_number: typed })))
      .reply;
    expect(receipt.recipient).toBe(taken);
  });

  it.each([
    '0803123123',
    '080312312345',
    '0803123123a',
    '08O31231234',
    '8031231234',
    '+23408031231234',
    '+2358031231234',
    '012345678',
    '06031231234',
    '08231231234',
    '٠٨٠٣١٢٣١٢٣٤',
    '０８０３１２３１２３４',
    '0803123123\u0001',
    '08031231234;drop',
    '0803123123１',
    'phone',
  ])('is not %j', async (typed) => {
    expect(await refused(await rich(), order({ mobile_number: typed }))).toMatchObject({
      status: 400,
      msg: 'Please check the phone number entered',
    });
  });

  it.each([
    ['too long a text', '0803123123400000000000000000000', 'Please check what you entered'],
    ['a number', 8_031_231_234, 'Please check what you entered'],
    ['nothing', null, 'Please check what you entered'],
    ['a list', ['08031231234'], 'Please check what you entered'],
    ['blank', '', 'All fields are required'],
    ['missing', undefined, 'All fields are required'],
  ])('is not %s', async (_what, mobile_number, msg) => {
    expect(await refused(await rich(), order({ mobile_number }))).toMatchObject({ status: 400, msg });
  });
});
