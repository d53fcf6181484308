import { kobo } from '@jara/contract/money.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { startScriptedGateway } from '../../../test/outside/scripted-gateway.ts';
import { trialBalance } from '../../ledger/balances.ts';
import { settlePayment, splitPayment } from './settle-payment.ts';

const gateway = await startScriptedGateway();
afterAll(() => gateway.close());
const app = useTestApp({ env: { SQUAD_BASE_URL: gateway.url } });

async function open(user: TestUser, amount: number | string = 500): Promise<string> {
  return (await app.as(user).call('initiateSquadFunding', { amount })).reply.reference;
}
const settle = (reference: string) => settlePayment(app.context, reference);
const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;

/** Read from the list, which asks the gateway nothing. */
async function transactionOf(user: TestUser, reference: string) {
  const { transactions } = (await app.as(user).call('listTransactions')).reply;
  const transaction = transactions.find((candidate) => candidate.reference === reference);
  if (transaction === undefined) throw new Error('no such line');
  return transaction;
}

const nextCheck = (reference: string) =>
  app.context.pool.get<{ state: string; seconds: number | null; checks: number }>(
    `select state, checks, round(extract(epoch from next_check_at - now()))::int as seconds from payments where reference = $1`,
    [reference],
  );
const makeOlder = (reference: string, seconds: number) =>
  app.owner.run('update payments set created_at = now() - make_interval(secs => $2) where reference = $1', [
    reference,
    seconds,
  ]);
const houseBalance = async (kind: string, name = '') =>
  (await trialBalance(app.context.pool)).find((account) => account.kind === kind && account.name === name)
    ?.balance ?? 0n;

describe('a paid payment', () => {
  it('is credited less 1 %, with the posting that the books expect', async () => {
    const ada = await app.make.user();
    const reference = await open(ada, '1234.50');
    gateway.say(reference, { status: 'Success', amountKobo: 123_450 });
    const [gatewayBefore, revenueBefore] = [
      await houseBalance('gateway', 'squad'),
      await houseBalance('revenue', 'funding'),
    ];
    expect(await settle(reference)).toBe('credited');
    expect(await transactionOf(ada, reference)).toMatchObject({
      trans_Status: 'success',
      trans_amount: 1_222.15,
      charge: 12.35,
      faceValue: 1_234.5,
      balance_Before: 0,
      balance_After: 1_222.15,
      apiResponseId: `GW-${reference}`,
      paymentLink: null,
    });
    expect(await balanceOf(ada)).toBe(1_222.15);
    expect((await houseBalance('gateway', 'squad')) - gatewayBefore).toBe(-123_450n);
    expect((await houseBalance('revenue', 'funding')) - revenueBefore).toBe(1_235n);
    expect(await nextCheck(reference)).toMatchObject({ state: 'credited', seconds: null });
    const { receipt } = (await app.as(ada).call('getTransaction', { id: reference })).reply;
    expect(receipt.timeline.map(({ step }) => step)).toEqual(['made', 'credited']);
  });

  it('is credited once, and not asked about again', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    gateway.say(reference, { status: 'Success' });
    expect(await settle(reference)).toBe('credited');
    gateway.say(reference, { status: 'failed' });
    for (let again = 0; again < 3; again += 1) expect(await settle(reference)).toBe('credited');
    expect(gateway.timesAsked(reference)).toBe(1);
    expect(await balanceOf(ada)).toBe(495);
  });

  it.each([
    ['less', 30_000, 297],
    ['more', 80_001, 792.01],
    ['one kobo', 1, 0.01],
  ])(
    'is credited with what was paid when that is %s than was asked for',
    async (_which, amountKobo, balance) => {
      const ada = await app.make.user();
      const reference = await open(ada);
      gateway.say(reference, { status: 'Success', amountKobo });
      expect(await settle(reference)).toBe('credited');
      expect(await balanceOf(ada)).toBe(balance);
      expect(await transactionOf(ada, reference)).toMatchObject({
        faceValue: amountKobo / 100,
        trans_amount: balance,
      });
    },
  );

  it('costs the fee that the payer saw, whatever it is by now', async () => {
    const ada = await app.make.user();
    const [shown, other] = [await open(ada), await open(ada)];
    await app.owner.run(
      'update transactions set fee_kobo = 300, amount_kobo = 49700 where reference = any($1)',
      [[shown, other]],
    );
    gateway.say(shown, { status: 'Success' });
    await settle(shown);
    expect(await transactionOf(ada, shown)).toMatchObject({ charge: 3, trans_amount: 497 });
    // Of another sum nobody saw a fee: it costs that of today.
    gateway.say(other, { status: 'Success', amountKobo: 60_000 });
    await settle(other);
    expect(await transactionOf(ada, other)).toMatchObject({ charge: 6, trans_amount: 594 });
  });

  it('tells the people who look', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    const received: unknown[] = [];
    const stop = app.context.events.follow(ada.userId, (event) => received.push(event));
    gateway.say(reference, { status: 'pending' });
    await settle(reference);
    gateway.say(reference, { status: 'Success' });
    await settle(reference);
    const another = await open(ada);
    gateway.say(another, { status: 'Success' });
    await settle(another);
    const ids = [await transactionOf(ada, reference), await transactionOf(ada, another)].map(
      ({ _id }) => _id,
    );
    await expect.poll(() => received).toEqual(ids.map((_id) => ({ type: 'transaction', _id })));
    stop();
  });

  it('holds no database transaction while the gateway thinks', async () => {
    const reference = await open(await app.make.user());
    gateway.say(reference, { status: 'Success' });
    const release = gateway.hold();
    const settled = settle(reference);
    const busy = await app.context.pool.rows(
      `select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state like '%transaction%'`,
    );
    release();
    expect(busy).toEqual([]);
    expect(await settled).toBe('credited');
  });
});

describe('a payment in another currency', () => {
  it.each(['USD', 'GHS', 'NGX'])('waits in suspense and raises an alarm: %s', async (currency) => {
    const ada = await app.make.user();
    const reference = await open(ada);
    gateway.say(reference, { status: 'Success', currency: currency.toLowerCase(), amountKobo: 5_000 });
    const before = await houseBalance('suspense');
    expect(await settle(reference)).toBe('suspense');
    expect(app.takeErrors().join()).toContain('paid in another currency');
    expect((await houseBalance('suspense')) - before).toBe(5_000n);
    expect(await transactionOf(ada, reference)).toMatchObject({
      trans_Status: 'failed',
      apiResponse: `Paid in ${currency} instead of naira. Please contact support`,
      balance_After: null,
    });
    gateway.say(reference, { status: 'Success' });
    expect(await settle(reference)).toBe('suspense');
    expect(await balanceOf(ada)).toBe(0);
  });
});

describe('a failed payment', () => {
  it('fails its transaction, and is credited when it is paid after all', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    gateway.say(reference, { status: 'failed' });
    expect(await settle(reference)).toBe('failed');
    expect(await transactionOf(ada, reference)).toMatchObject({
      trans_Status: 'failed',
      apiResponse: 'The payment failed',
    });
    expect(await nextCheck(reference)).toMatchObject({ state: 'failed', seconds: 5, checks: 1 });
    const { receipt } = (await app.as(ada).call('getTransaction', { id: reference })).reply;
    expect(receipt.timeline.map(({ step }) => step)).toEqual(['made', 'refused']);

    gateway.say(reference, { status: 'Success' });
    expect(await settle(reference)).toBe('credited');
    expect(await transactionOf(ada, reference)).toMatchObject({ trans_Status: 'success', apiResponse: null });
    expect(await balanceOf(ada)).toBe(495);
  });
});

describe('a payment that nobody made yet', () => {
  it.each(['pending', 'abandoned', 'a word that nobody knows', 'unknown reference'] as const)(
    'waits on schedule: %s',
    async (status) => {
      const ada = await app.make.user();
      const reference = await open(ada);
      if (status !== 'unknown reference') gateway.say(reference, { status });
      for (const [ageSeconds, waitSeconds] of [
        [7, 3],
        [40, 20],
        [1_000, 800],
        [3_000, 600],
        [90_000, 82_800],
      ] as const) {
        await makeOlder(reference, ageSeconds);
        expect(await settle(reference)).toBe('initiated');
        const { seconds } = await nextCheck(reference);
        expect(Math.abs((seconds ?? Number.NaN) - waitSeconds)).toBeLessThanOrEqual(1);
      }
      expect(await transactionOf(ada, reference)).toMatchObject({ trans_Status: 'pending' });
    },
  );

  it('fails after a week, and is still credited when it is paid then', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    gateway.say(reference, { status: 'pending' });
    await makeOlder(reference, 7 * 86_400);
    expect(await settle(reference)).toBe('failed');
    expect(await nextCheck(reference)).toMatchObject({ state: 'failed', seconds: null });
    expect(await transactionOf(ada, reference)).toMatchObject({
      trans_Status: 'failed',
      apiResponse: 'The payment was not made in time',
    });
    gateway.say(reference, { status: 'Success' });
    expect(await settle(reference)).toBe('credited');
    expect(await balanceOf(ada)).toBe(495);
  });

  it('fails sooner when nobody ever got its link', async () => {
    const ada = await app.make.user();
    gateway.answerInitiateWith({ status: 500, body: {} });
    const { status } = await app.as(ada).call('initiateSquadFunding', { amount: 500 });
    gateway.answerInitiateWith(null);
    expect(status).toBe(503);
    const [transaction] = (await app.as(ada).call('listTransactions')).reply.transactions;
    const reference = transaction?.reference ?? '';
    expect(await settle(reference)).toBe('initiated');
    await makeOlder(reference, 601);
    gateway.say(reference, { status: 'a word that nobody knows' });
    expect(await settle(reference)).toBe('initiated');
    gateway.say(reference, { status: 'pending' });
    expect(await settle(reference)).toBe('failed');
    expect(await transactionOf(ada, reference)).toMatchObject({
      apiResponse: 'The payment could not be opened',
    });
    gateway.say(reference, { status: 'Success' });
    expect(await settle(reference)).toBe('credited');
  });

  it('failed for certain when the gateway refused to open it', async () => {
    const ada = await app.make.user();
    gateway.answerInitiateWith({ status: 400, body: { message: 'Amount is above your limit' } });
    const { status, refusal } = await app
      .as(ada)
      .call('initiateSquadFunding', { amount: 500 }, { key: 'refused' });
    gateway.answerInitiateWith(null);
    expect(status).toBe(503);
    expect(refusal.code).toBe('gateway_unavailable');
    const [transaction] = (await app.as(ada).call('listTransactions')).reply.transactions;
    expect(transaction).toMatchObject({ trans_Status: 'failed', apiResponse: 'Amount is above your limit' });
    expect(await nextCheck(transaction?.reference ?? '')).toMatchObject({ state: 'failed', seconds: null });
    const again = await app.as(ada).call('initiateSquadFunding', { amount: 500 }, { key: 'refused' });
    expect(again.status).toBe(201);
    expect(again.reply.reference).not.toBe(transaction?.reference);
  });
});

describe('a reference that is not ours', () => {
  it.each(['JR000000XXXXXXXXXX', '', "' or 1=1"])('is nothing: %j', async (reference) => {
    expect(await settle(reference)).toBeUndefined();
  });
});

describe('the charge', () => {
  it.each([
    [10_000n, 100n],
    [10_049n, 100n],
    [10_050n, 101n],
    [123_450n, 1_235n],
    [49n, 0n],
    [50n, 1n],
    [1n, 0n],
    [500_000_000n, 5_000_000n],
  ])('on %d kobo is %d kobo', (amountKobo, feeKobo) => {
    expect(splitPayment(kobo(amountKobo), 100)).toEqual({ feeKobo, creditKobo: amountKobo - feeKobo });
  });
});
