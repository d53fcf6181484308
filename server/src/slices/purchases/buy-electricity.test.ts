import { naira, toNaira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, control, transactionsOf, refusalOf, useShop } from '../../../test/buying.ts';
import {
  buyElectricity,
  meterId,
  meterOf,
  receiptOf,
  routeElectricity,
  tokensInJournal,
} from '../../../test/electricity.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useShop({ env: { METER_CHECKS_PER_HOUR: '6' } });
const wallet = naira(100_000);

const meterBody = (meterNumber: string, rest: Record<string, unknown> = {}) => ({
  meterId: meterId('Ikeja'),
  meterNumber,
  meterType: 'prepaid',
  ...rest,
});
const validate = (user: TestUser, meterNumber: string, rest: Record<string, unknown> = {}) =>
  app.as(user).call('validateMeter', meterBody(meterNumber, rest));

/** Cuts the companies off for as long as `work` takes: whoever asks one then gets no answer. */
async function whileNobodyAnswers<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const simulator of ['glad', 'alaro', 'vtpass'])
    await control(app, `faces/${simulator}`, { down: true });
  try {
    return await work();
  } finally {
    for (const simulator of ['glad', 'alaro', 'vtpass'])
      await control(app, `faces/${simulator}`, { down: false });
  }
}

describe('whose meter it is', () => {
  it('is told with the address and the least that can be bought', async () => {
    const ada = await app.make.user();
    const answer = await validate(ada, meterOf('1234'));
    expect(answer.reply).toEqual({
      name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
      address: expect.stringMatching(/^\d+ [A-Z ]+$/),
      minimumAmount: 500,
    });
    expect((await validate(ada, meterOf('1234', '88'))).reply.minimumAmount).toBe(2_000);
  });

  it('is one answer for every spelling of the number', async () => {
    const ada = await app.make.user();
    const meter = meterOf('1234');
    const { reply } = await validate(ada, meter);
    const spelled = `${meter.slice(0, 4)} ${meter.slice(4, 8)}-${meter.slice(8)}`;
    const other = { meterId: '18', meterType: 'PREPAID' };
    expect((await whileNobodyAnswers(() => validate(ada, spelled, other))).reply).toEqual(reply);
  });

  it.each([
    ['a number that no meter has', meterOf('0000'), {}, 'meter_invalid', 'INVALID METER NUMBER'],
    ['letters', 'meter 12', {}, 'meter_invalid', 'Please check the meter number entered'],
    ['too few digits', '12345', {}, 'meter_invalid', 'Please check the meter number entered'],
    ['too many digits', '1'.repeat(16), {}, 'meter_invalid', 'Please check the meter number entered'],
    ['another company', meterOf('1234'), { meterId: 27 }, 'invalid_input', 'Choose the electricity company'],
    ['another type', meterOf('1234'), { meterType: 'sts' }, 'invalid_input', 'Choose prepaid or postpaid'],
    ['nothing', '', {}, 'invalid_input', 'All fields are required'],
  ])('%s is refused', async (_what, meterNumber, rest, code, msg) => {
    const ada = await app.make.user();
    const answer = await validate(ada, meterNumber, rest);
    expect([answer.status, answer.refusal]).toMatchObject([400, { code, msg }]);
    // What the client shows in the place of the owner's name.
    if (code === 'meter_invalid') expect(answer.body).toMatchObject({ name: msg });
  });

  it('is remembered for everybody for ten minutes, and then asked again', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const meter = meterOf('1234');
    const { reply } = await validate(ada, meter);
    expect((await whileNobodyAnswers(() => validate(bola, meter))).reply).toEqual(reply);
    await app.context.pool.run(
      `update meter_checks set answered_at = now() - interval '11 minutes' where meter_number = $1`,
      [meter],
    );
    const silent = await whileNobodyAnswers(() => validate(bola, meter));
    expect([silent.status, silent.refusal.msg]).toEqual([
      503,
      'Ikeja does not answer now. Nothing was charged; try again',
    ]);
  });

  it('is asked of the next supplier where the first is not connected', async () => {
    const ada = await app.make.user();
    await routeElectricity(app, 'Kano', ['NOBODY', 'GLAD']);
    expect((await validate(ada, meterOf('1234'), { meterId: meterId('Kano') })).reply.minimumAmount).toBe(
      500,
    );
  });

  it('is for users only, and not while the company is locked', async () => {
    const stranger = await app.anybody().call('validateMeter', meterBody(meterOf('1234')));
    expect(stranger.status).toBe(401);
    await lock('Benin', false);
    const ada = await app.make.user({ wallet });
    const locked = await validate(ada, meterOf('1234'), { meterId: meterId('Benin') });
    expect([locked.status, locked.refusal.code]).toEqual([423, 'service_locked']);
    const refused = await refusalOf(
      app,
      ada,
      'buyElectricity',
      meterBody(meterOf('1234'), { meterId: meterId('Benin'), amount: 1_000 }),
    );
    expect([refused.status, refused.code]).toEqual([423, 'service_locked']);
    await lock('Benin', true);
  });
});

async function lock(disco: string, isOpen: boolean): Promise<void> {
  await app.context.pool.run(
    `update services set is_open = $2 where name = $1 and service_type = 'electricity'`,
    [disco, isOpen],
  );
  await app.context.catalogue.reload();
}

describe('the price', () => {
  it.each(['smart earner', 'reseller', 'api user', 'partner'] as const)(
    'is the amount and 50 naira for a %s',
    async (userType) => {
      const user = await app.make.user({ wallet, userType });
      const { receipt } = (await buyElectricity(app, user, meterOf('1234'), { amount: '1500' })).reply;
      expect(receipt).toMatchObject({ charge: 1_550, faceValue: 1_500, balance_After: 98_450 });
    },
  );

  it.each([
    [499, 'Minimum purchase is ₦500'],
    [500_001, 'Maximum purchase is ₦500,000'],
    [500.5, 'Electricity is sold in whole naira'],
    [-500, 'enter a valid amount'],
    ['5e2', 'enter a valid amount'],
    ['٥٠٠', 'enter a valid amount'],
    [{}, 'enter a valid amount'],
  ])('of %s is refused: %s', async (amount, msg) => {
    const ada = await app.make.user({ wallet });
    const refused = await refusalOf(app, ada, 'buyElectricity', meterBody(meterOf('1234'), { amount }));
    expect([refused.status, refused.code]).toEqual([400, 'invalid_input']);
    if (typeof amount !== 'object') expect(refused.msg).toContain(msg);
  });

  it.each([500, 500_000])('may have an amount of %i, at the limits themselves', async (amount) => {
    const ada = await app.make.user({ wallet: naira(1_000_000) });
    expect((await buyElectricity(app, ada, meterOf('1234'), { amount })).status).toBe(200);
  });

  it('is the one that was seen', async () => {
    const ada = await app.make.user({ wallet });
    const body = meterBody(meterOf('1234'), { amount: 1_000, expectedAmount: 1_000 });
    const refused = await refusalOf(app, ada, 'buyElectricity', body);
    expect(refused).toMatchObject({ status: 409, code: 'price_changed', body: { expectedAmount: 1_050 } });
    expect((await app.as(ada).call('buyElectricity', { ...body, expectedAmount: '1050' })).status).toBe(200);
  });

  it('must be in the wallet, fee and all', async () => {
    const ada = await app.make.user({ wallet: naira(1_049) });
    const body = meterBody(meterOf('1234'), { amount: 1_000 });
    expect(await refusalOf(app, ada, 'buyElectricity', body)).toMatchObject({
      status: 409,
      code: 'insufficient_balance',
    });
  });
});

describe('the meter of a purchase', () => {
  it('needs no earlier validation: it is validated before the money moves', async () => {
    const ada = await app.make.user({ wallet });
    const body = meterBody(meterOf('0000'), { amount: 1_000 });
    expect(await refusalOf(app, ada, 'buyElectricity', body)).toMatchObject({
      status: 400,
      code: 'meter_invalid',
      body: { name: 'INVALID METER NUMBER' },
    });
    const silent = meterBody(meterOf('1234'), { amount: 1_000 });
    const refused = await whileNobodyAnswers(() => refusalOf(app, ada, 'buyElectricity', silent));
    expect([refused.status, refused.code]).toEqual([503, 'unavailable']);
  });

  it('is not validated by what was said of another type, another company, or to somebody else long ago', async () => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf('1234');
    await validate(ada, meter);
    await app.context.pool.run(
      `update meter_checks set answered_at = now() - interval '1 hour', validated_at = now() - interval '14 minutes'
       where meter_number = $1`,
      [meter],
    );
    await whileNobodyAnswers(async () => {
      for (const rest of [{ meterType: 'postpaid' }, { meterId: meterId('Eko') }]) {
        const body = meterBody(meter, { amount: 1_000, ...rest });
        expect((await refusalOf(app, ada, 'buyElectricity', body)).code).toBe('unavailable');
      }
      await app.context.pool.run(
        `update meter_checks set validated_at = now() - interval '16 minutes' where meter_number = $1`,
        [meter],
      );
      const body = meterBody(meter, { amount: 1_000 });
      expect((await refusalOf(app, ada, 'buyElectricity', body)).code).toBe('unavailable');
    });
  });

  it('has a minimum of its own, which counts', async () => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf('1234', '88');
    expect(await refusalOf(app, ada, 'buyElectricity', meterBody(meter, { amount: 1_999 }))).toMatchObject({
      status: 400,
      msg: 'Minimum purchase is ₦2,000.00',
    });
    expect((await buyElectricity(app, ada, meter, { amount: 2_000 })).status).toBe(200);
  });

  it('is not guessed by buying: wrong numbers are counted, right ones are not', async () => {
    const ada = await app.make.user({ wallet });
    for (let times = 0; times < 8; times += 1)
      expect((await buyElectricity(app, ada, meterOf('1234'))).status).toBe(200);
    for (let times = 0; times < 6; times += 1)
      expect((await buyElectricity(app, ada, meterOf('0000'))).refusal.code).toBe('meter_invalid');
    expect((await buyElectricity(app, ada, meterOf('0000'))).refusal.code).toBe('too_many_requests');
  });

  it('may have another phone number for the message of the company', async () => {
    const ada = await app.make.user({ wallet });
    expect((await buyElectricity(app, ada, meterOf('1234'), { phone: '+234 803 123 4567' })).status).toBe(
      200,
    );
    const body = meterBody(meterOf('1234'), { amount: 1_000, phone: '12' });
    expect(await refusalOf(app, ada, 'buyElectricity', body)).toMatchObject({
      status: 400,
      msg: 'Please check the phone number entered',
    });
  });
});

describe('once', () => {
  it('a key is one purchase, however often it is sent at once', async () => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf('1234');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => buyElectricity(app, ada, meter, {}, { key: 'one' })),
    );
    expect(new Set(answers.map((answer) => answer.reply.receipt.reference)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(tokensInJournal(app, meter)).toHaveLength(1);
    expect(await balanceOf(app, ada)).toBe(wallet - naira(2_050));
  });

  it('a key is answered with its purchase while nobody can validate, and is not for another meter type', async () => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf('1234');
    const first = (await buyElectricity(app, ada, meter, {}, { key: 'two' })).reply.receipt;
    await app.context.pool.run('delete from meter_checks where meter_number = $1', [meter]);
    const again = await whileNobodyAnswers(() => buyElectricity(app, ada, meter, {}, { key: 'two' }));
    expect(again.reply.receipt).toMatchObject({ reference: first.reference, tokens: first.tokens });
    const other = await buyElectricity(app, ada, meter, { meterType: 'postpaid' }, { key: 'two' });
    expect([other.status, other.refusal.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('without a key, the same again within half a minute is asked about', async () => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf('1234');
    const first = (await buyElectricity(app, ada, meter)).reply.receipt;
    const again = await buyElectricity(app, ada, meter);
    expect([again.status, again.refusal.code]).toEqual([409, 'possible_duplicate']);
    expect(receiptOf(again)).toMatchObject({ reference: first.reference, tokens: first.tokens });
    expect((await buyElectricity(app, ada, meter, { meterType: 'postpaid' })).status).toBe(200);
    expect((await buyElectricity(app, ada, meter, { force: true })).status).toBe(200);
    expect(await transactionsOf(app, ada)).toBe(3);
  });
});

describe('who may read the token', () => {
  it('is its owner, for ever, and staff; nobody else', async () => {
    const [ada, bola] = [await app.make.user({ wallet }), await app.make.user()];
    const { receipt } = (await buyElectricity(app, ada, meterOf('1234'))).reply;
    expect((await app.as(ada).call('getTransaction', { id: receipt._id })).reply.receipt.token).toBe(
      receipt.token,
    );
    expect((await app.as(bola).call('getTransaction', { id: receipt._id })).status).toBe(404);
    const { transactions } = (await app.as(ada).call('listTransactions', { type: 'electricity' })).reply;
    expect(transactions).toMatchObject([{ token: receipt.token, units: receipt.units }]);
    const agent = await app.make.user({ isAgent: true });
    const seen = (await app.as(agent).call('getTransaction', { id: receipt._id })).reply.receipt;
    expect(seen).toMatchObject({ token: receipt.token, profit: toNaira(naira(70)) });
  });
});

describe('the owner of the meter', () => {
  it('stands beside the receipt for whoever bought, until it is forgotten; not for staff', async () => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf('1234');
    const { name } = (await validate(ada, meter)).reply;
    const { receipt } = (await buyElectricity(app, ada, meter)).reply;
    const ownerFor = async (user: TestUser) =>
      (await app.as(user).call('getTransaction', { id: receipt._id })).reply.meterOwner;
    expect(await ownerFor(ada)).toBe(name);
    expect(await ownerFor(await app.make.user({ isAgent: true }))).toBeUndefined();
    await app.context.pool.run('delete from meter_checks where meter_number = $1', [meter]);
    expect(await ownerFor(ada)).toBeUndefined();
  });
});

describe('a supplier that is off', () => {
  beforeAll(() => control(app, 'faces/glad', { float: 100 }));
  afterAll(() => control(app, 'faces/glad', { float: 50_000_000 }));

  it('because our float there is too low, hands over to the next one', async () => {
    const ada = await app.make.user({ wallet });
    const { receipt } = (await buyElectricity(app, ada, meterOf('1234'))).reply;
    expect(receipt.trans_Status).toBe('success');
    expect(receipt.timeline.map(({ step }) => step)).toEqual([
      'made',
      'paid',
      'sent',
      'refused',
      'sent',
      'delivered',
    ]);
  });
});
