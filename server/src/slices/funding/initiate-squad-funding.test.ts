import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

async function setGateway(switches: Record<string, unknown>): Promise<void> {
  await fetch(`${app.sandbox.url}/control/faces/squad`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  });
}
beforeEach(() => setGateway({ down: false, latencyMs: 0 }));

const links = () => app.sandbox.journal().links;
const transactionsOf = async (user: { token: string }) =>
  (await app.as(user).call('listTransactions')).reply.transactions;

describe('opening a card payment', () => {
  it("gives the gateway's link and a pending transaction that shows the charge", async () => {
    const ada = await app.make.user();
    const { status, reply } = await app.as(ada).call('initiateSquadFunding', {
      amount: '1234.50',
      email: 'somebody.else@people.example',
    });
    expect(status).toBe(201);
    expect(reply.link).toBe(`${app.sandbox.url}/squad/checkout/${reply.reference}`);
    const { receipt } = (await app.as(ada).call('getTransaction', { id: reply.reference })).reply;
    expect(receipt).toMatchObject({
      trans_Type: 'wallet',
      trans_Status: 'pending',
      description: 'Card funding',
      faceValue: 1_234.5,
      charge: 12.35,
      trans_amount: 1_222.15,
      paymentLink: reply.link,
      balance_Before: null,
      balance_After: null,
    });
    expect(receipt.timeline.map(({ step }) => step)).toEqual(['made']);
    expect(links().find(({ reference }) => reference === reply.reference)).toMatchObject({
      amount: 1_234.5,
      email: ada.email,
      status: 'pending',
    });
    expect((await app.as(ada).call('getProfile')).reply.user.balance).toBe(0);
  });

  it.each([100, '100', 5_000_000, '100.01'])('takes %j', async (amount) => {
    const { status } = await app.as(await app.make.user()).call('initiateSquadFunding', { amount });
    expect(status).toBe(201);
  });

  it.each([
    [undefined, 'enter a valid amount'],
    ['', 'enter a valid amount'],
    [-100, 'enter a valid amount'],
    ['abc', 'enter a valid amount'],
    ['1,000', 'enter a valid amount'],
    [100.001, 'enter a valid amount'],
    [0, 'minimum payment is 100'],
    [99.99, 'minimum payment is 100'],
    ['1', 'minimum payment is 100'],
    [5_000_000.01, 'maximum payment is \u20a65,000,000.00'],
    [9_007_199_254_740_992, 'enter a valid amount'],
    [1_000_000_000_000, 'maximum payment is \u20a65,000,000.00'],
  ])('refuses %j', async (amount, msg) => {
    const ada = await app.make.user();
    const { status, refusal } = await app.as(ada).call('initiateSquadFunding', { amount });
    expect(status).toBe(400);
    expect(refusal).toMatchObject({ code: 'invalid_input', msg, errors: [{ field: 'amount', msg }] });
    expect(await transactionsOf(ada)).toEqual([]);
  });

  it('needs a session', async () => {
    expect((await app.anybody().call('initiateSquadFunding', { amount: 500 })).status).toBe(401);
  });
});

describe('a repeated key', () => {
  it('gives the same link again', async () => {
    const ada = await app.make.user();
    const first = await app.as(ada).call('initiateSquadFunding', { amount: 500 }, { key: 'pay-1' });
    const again = await app.as(ada).call('initiateSquadFunding', { amount: '500.00' }, { key: 'pay-1' });
    expect(again.status).toBe(201);
    expect(again.reply).toEqual(first.reply);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await transactionsOf(ada)).toHaveLength(1);
    const other = await app.as(ada).call('initiateSquadFunding', { amount: 600 }, { key: 'pay-1' });
    expect(other.status).toBe(422);
  });

  it('is told to come back while the first request still waits for the gateway', async () => {
    const ada = await app.make.user();
    await setGateway({ latencyMs: 9_000 });
    const ask = () => app.as(ada).call('initiateSquadFunding', { amount: 500 }, { key: 'slow' });
    const first = ask();
    await expect.poll(() => transactionsOf(ada)).toHaveLength(1);
    const { status, refusal, headers } = await ask();
    expect([status, refusal.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '2']);
    await first;
    expect((await ask()).reply).toEqual((await first).reply);
  });

  it('opens one payment when it comes fifty times at once', async () => {
    const ada = await app.make.user();
    const before = links().length;
    await setGateway({ latencyMs: 300 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.as(ada).call('initiateSquadFunding', { amount: 500 }, { key: 'pay-2' }),
      ),
    );
    expect(new Set(answers.map(({ reply }) => reply.link)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(links()).toHaveLength(before + 1);
    expect(await transactionsOf(ada)).toHaveLength(1);
  });
});

describe('a gateway that is down', () => {
  it('charges nothing, and the same key works once it is back', async () => {
    const ada = await app.make.user();
    await setGateway({ down: true });
    const { status, refusal } = await app
      .as(ada)
      .call('initiateSquadFunding', { amount: 500 }, { key: 'pay-3' });
    expect(status).toBe(503);
    expect(refusal).toMatchObject({
      code: 'gateway_unavailable',
      msg: 'The payment provider does not answer. Nothing was charged',
    });
    const [transaction] = await transactionsOf(ada);
    expect(transaction).toMatchObject({
      trans_Status: 'pending',
      apiResponse: 'The payment provider did not answer',
    });

    await setGateway({ down: false });
    const again = await app.as(ada).call('initiateSquadFunding', { amount: 500 }, { key: 'pay-3' });
    expect(again.status).toBe(201);
    const transactions = await transactionsOf(ada);
    expect(transactions.map(({ trans_Status }) => trans_Status)).toEqual(['pending', 'failed']);
    expect(transactions[0]?.reference).toBe(again.reply.reference);
    // The gateway may have opened the first one: somebody may pay it.
    expect(
      await app.context.pool.rows(
        'select state, next_check_at is not null as "isAskedAbout" from payments where reference = $1',
        [transactions[1]?.reference],
      ),
    ).toEqual([{ state: 'failed', isAskedAbout: true }]);
    const third = await app.as(ada).call('initiateSquadFunding', { amount: 500 }, { key: 'pay-3' });
    expect(third.reply).toEqual(again.reply);
  });

  it('reopens once, however many repeat the key at once', async () => {
    const ada = await app.make.user();
    await setGateway({ down: true });
    await app.as(ada).call('initiateSquadFunding', { amount: 500 }, { key: 'pay-4' });
    await setGateway({ down: false });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.as(ada).call('initiateSquadFunding', { amount: 500 }, { key: 'pay-4' }),
      ),
    );
    const opened = answers.filter(({ status }) => status === 201);
    expect(new Set(opened.map(({ reply }) => reply.link)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.refusal.code).toBe('idempotency_in_progress');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await transactionsOf(ada)).toHaveLength(2);
  });
});
