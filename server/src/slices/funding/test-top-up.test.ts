import { naira } from '@jara/contract/money.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

describe('a test top-up', () => {
  it("puts play money into the caller's own wallet, with a receipt", async () => {
    const ada = await app.make.user({ wallet: naira(100) });
    const { status, reply, headers } = await app.as(ada).call('testTopUp', { amount: 2_500.5 });
    expect(status).toBe(200);
    expect(headers.get('idempotent-replayed')).toBeNull();
    expect(reply).toMatchObject({ amount: 2_500.5, msg: '\u20a62,500.50 of play money is in your wallet' });
    expect(reply.receipt).toMatchObject({
      trans_Type: 'wallet',
      trans_Status: 'success',
      trans_amount: 2_500.5,
      balance_Before: 100,
      balance_After: 2_600.5,
      trans_UserName: ada.userName,
    });
    expect(reply.receipt.timeline.map(({ step }) => step)).toEqual(['credited']);
    expect((await app.as(ada).call('getProfile')).reply.user).toMatchObject({
      balance: 2_600.5,
      balanceVersion: 2,
    });
  });

  it.each([1, '1', '1.00', 0.99 + 0.01, 100_000, '100000.00', '12.34', 0.1 + 1])(
    'takes %j',
    async (amount) => {
      const ada = await app.make.user();
      const { reply } = await app.as(ada).call('testTopUp', { amount });
      expect(reply.amount).toBe(Number(amount));
    },
  );

  it.each([
    [0, 'enter a valid amount'],
    [0.99, 'enter a valid amount'],
    ['0.00', 'enter a valid amount'],
    [-1, 'enter a valid amount'],
    [1.001, 'enter a valid amount'],
    ['1e3', 'enter a valid amount'],
    ['1,000', 'enter a valid amount'],
    ['0x10', 'enter a valid amount'],
    ['NaN', 'enter a valid amount'],
    ['+5', 'enter a valid amount'],
    [' 100', 'enter a valid amount'],
    ['٣٠٠', 'enter a valid amount'],
    ['', 'enter a valid amount'],
    [undefined, 'enter a valid amount'],
    [100_000.01, 'maximum top-up is \u20a6100,000.00'],
    [9_007_199_254_740_992, 'enter a valid amount'],
    [1_000_000_000_000, 'maximum top-up is \u20a6100,000.00'],
    ['9999999999999.99', 'maximum top-up is \u20a6100,000.00'],
    ['99999999999999', 'enter a valid amount'],
  ])('refuses %j', async (amount, msg) => {
    const ada = await app.make.user();
    const { status, refusal } = await app.as(ada).call('testTopUp', { amount });
    expect(status).toBe(400);
    expect(refusal).toMatchObject({ code: 'invalid_input', msg, errors: [{ field: 'amount', msg }] });
    expect((await app.as(ada).call('listTransactions')).reply.noOfTransaction).toBe(0);
  });

  it.each([null, true, [100], {}, [], ''])('refuses an amount that is no number: %j', async (amount) => {
    const { status, refusal } = await app.as(await app.make.user()).call('testTopUp', { amount });
    expect(status).toBe(400);
    expect(refusal.code).toBe('invalid_input');
  });

  it.each(['1e3', '-0', '1E2', '1e-7', 'NaN', 'Infinity', '0x10', '01'])(
    'refuses the bare number %s',
    async (amount) => {
      const ada = await app.make.user();
      const response = await fetch(`${app.url}/api/v1/loophole`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-token': ada.token },
        body: `{"amount":${amount}}`,
      });
      expect(response.status).toBe(400);
      expect((await app.as(ada).call('getProfile')).reply.user.balance).toBe(0);
    },
  );

  it('needs a session', async () => {
    expect((await app.anybody().call('testTopUp', { amount: 100 })).status).toBe(401);
  });
});

describe('a repeated key', () => {
  it('is shown once to who looks', async () => {
    const ada = await app.make.user();
    const received: unknown[] = [];
    onTestFinished(app.context.events.follow(ada.userId, (event) => received.push(event)));
    const ids: string[] = [];
    for (const key of ['one', 'one', 'two'])
      ids.push((await app.as(ada).call('testTopUp', { amount: 5 }, { key })).reply.receipt._id);
    const [one, , two] = ids;
    await expect
      .poll(() => received)
      .toEqual([
        { type: 'transaction', _id: one, clientReference: 'one' },
        { type: 'transaction', _id: two, clientReference: 'two' },
      ]);
  });

  it('answers with the first top-up', async () => {
    const ada = await app.make.user();
    const first = await app.as(ada).call('testTopUp', { amount: 500 }, { key: 'k-1' });
    const again = await app.as(ada).call('testTopUp', { amount: '500.00' }, { key: '"k-1"' });
    const inBody = await app.as(ada).call('testTopUp', { amount: 500, request_id: 'k-1' });
    for (const repeat of [again, inBody]) {
      expect(repeat.status).toBe(200);
      expect(repeat.headers.get('idempotent-replayed')).toBe('true');
      expect(repeat.reply).toEqual(first.reply);
    }
    expect((await app.as(ada).call('getProfile')).reply.user.balance).toBe(500);
  });

  it('belongs to one request and one user', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    await app.as(ada).call('testTopUp', { amount: 500 }, { key: 'k-2' });
    const other = await app.as(ada).call('testTopUp', { amount: 501 }, { key: 'k-2' });
    expect(other.status).toBe(422);
    expect(other.refusal.code).toBe('idempotency_key_reused');
    const otherCall = await app.as(ada).call('initiateSquadFunding', { amount: 500 }, { key: 'k-2' });
    expect(otherCall.refusal.code).toBe('idempotency_key_reused');
    expect((await app.as(bola).call('testTopUp', { amount: 501 }, { key: 'k-2' })).status).toBe(200);
  });

  it('tops up once when it comes fifty times at once', async () => {
    const ada = await app.make.user();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.as(ada).call('testTopUp', { amount: 70 }, { key: 'k-3' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(new Set(answers.map(({ reply }) => reply.receipt._id)).size).toBe(1);
    expect((await app.as(ada).call('getProfile')).reply.user).toMatchObject({
      balance: 70,
      balanceVersion: 1,
    });
  });
});

describe('a wallet', () => {
  it('gets every one of fifty top-ups that come at once', async () => {
    const ada = await app.make.user();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => app.as(ada).call('testTopUp', { amount: n + 1 })),
    );
    expect(answers.map(({ reply }) => reply.amount)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect((await app.as(ada).call('getProfile')).reply.user).toMatchObject({
      balance: 1_275,
      balanceVersion: 50,
    });
  });
});
