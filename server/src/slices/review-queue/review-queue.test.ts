import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { askNow, balanceOf, control, numberOf, shortWaits } from '../../../test/buying.ts';
import { meterId, meterOf } from '../../../test/electricity.ts';
import type { TestUser } from '../../../test/make.ts';
import { findLastDelivered } from '../purchases/last-delivered.ts';
import { createFakeBank } from '../withdrawals/testing/fake-bank.ts';

const app = useTestApp({ env: { ...shortWaits, PURCHASE_WAIT_MS: '0' } });
const fakeBank = createFakeBank(app);

let admin: TestUser;
let agent: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
  agent = await app.make.user({ isAgent: true });
});

const list = async (query: Record<string, unknown> = {}) =>
  (await app.as(agent).call('listWaiting', query)).reply;
const find = async (id: string, query: Record<string, unknown> = {}) =>
  (await list(query)).waiting.find(({ _id }) => _id === id);
const decide = (id: string, outcome: string, more: object = {}) =>
  app.as(admin).call('decideWaiting', { id, outcome, reason: 'Their support said so', ...more });
const recordOf = (id: string) =>
  app.context.pool.rows(
    `select actor_id as actor, before, after, reason from staff_actions where action = 'decideWaiting' and subject = $1`,
    [`transaction ${id}`],
  );

/** Whether it turned out otherwise than staff decided. */
const isAskedOn = async (table: 'purchase_attempts' | 'withdrawals', id: string): Promise<boolean> => {
  const { isDue } = await app.owner.get<{ isDue: boolean }>(
    `select coalesce(return_check_at > now(), false) as "isDue" from ${table} where transaction_id = $1`,
    [id],
  );
  return isDue;
};

/** Airtime that its supplier never ends, a day old. */
async function manualAirtime(): Promise<{ ada: TestUser; id: string }> {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const body = { network: 1, mobile_number: numberOf('MTN', '0009'), amount: 500 };
  const { _id } = (await app.as(ada).call('buyAirtime', body)).reply.receipt;
  await giveUpOn(_id);
  return { ada, id: _id };
}

async function giveUpOn(id: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(app.context.purchases.sending.ongoing.ids()).toEqual([]);
  });
  await app.owner.run(
    `update purchase_attempts set sent_at = now() - interval '25 hours' where transaction_id = $1`,
    [id],
  );
  await askNow(app);
  expect(app.takeErrors()).toEqual([expect.stringContaining('staff must')]);
}

/** A prepaid sale that the supplier told of, and then took back, without ever giving the token. */
async function disputedElectricity(): Promise<{ ada: TestUser; id: string }> {
  const ada = await app.make.user({ wallet: naira(5_000) });
  const meter = { meterId: meterId('Ikeja'), meterNumber: meterOf('0009'), meterType: 'prepaid' };
  const { _id } = (await app.as(ada).call('buyElectricity', { ...meter, amount: 2_000 })).reply.receipt;
  await vi.waitFor(async () => {
    expect(app.context.purchases.sending.ongoing.ids()).toEqual([]);
  });
  await app.owner.run(
    `update purchase_attempts set state = 'manual', delivery_reported_at = now(), disputed_at = now(), next_check_at = null
     where transaction_id = $1`,
    [_id],
  );
  return { ada, id: _id };
}

describe('the queue of staff', () => {
  it('has purchases whose last check is over, oldest first, with supplier, sum and last answer', async () => {
    const { ada, id } = await manualAirtime();
    const second = await manualAirtime();
    const { waiting, counts, heldBack, page, totalPages } = await list();
    expect(waiting.map(({ _id }) => _id)).toEqual([id, second.id]);
    expect([counts.staff, heldBack, page, totalPages]).toEqual([2, 990, 1, 1]);
    const [transaction] = waiting;
    expect(transaction).toMatchObject({
      trans_Type: 'airtime',
      trans_UserName: ada.userName,
      network: 'MTN',
      amount: 495,
      why: 'no_outcome',
      supplier: 'GLAD',
      supplierReference: `${transaction?.reference}1`,
      needsToken: false,
      nextCheckAt: null,
    });
    expect(transaction?.supplierId).not.toBeNull();
    expect(transaction?.answeredAt).toMatch(/Z$/);
    for (const one of [id, second.id]) await decide(one, 'returned');
    expect((await list()).waiting).toEqual([]);
  });

  it('has withdrawals too, and what is asked about for over five minutes stands apart', async () => {
    const ada = await app.make.user({ wallet: naira(500) });
    const { _id } = (await fakeBank.withdrawTo(ada, '0009', 500)).reply.receipt;
    await fakeBank.waitForState(_id, 'unknown');
    expect(await find(_id, { queue: 'asked' })).toBeUndefined();
    await fakeBank.makeOlder(_id, '6 minutes');
    expect(await find(_id, { queue: 'asked' })).toMatchObject({
      why: 'asked',
      amount: 500,
      supplier: 'squad',
    });
    expect((await list()).counts).toMatchObject({ staff: 0, asked: 1 });
    await fakeBank.makeOlder(_id, '24 hours');
    await fakeBank.askNow(_id);
    expect(app.takeErrors()).toEqual([expect.stringContaining('staff must ask the bank')]);
    expect(await find(_id)).toMatchObject({ trans_Type: 'withdraw', why: 'no_outcome' });
    expect((await list()).counts).toMatchObject({ staff: 1, asked: 0 });
    expect((await decide(_id, 'returned')).reply.msg).toBe(
      `₦500.00 is back in the wallet of ${ada.userName}`,
    );
    expect([await fakeBank.stateOf(_id), await fakeBank.holds(ada)]).toEqual(['refused', 50_000n]);
    expect(await isAskedOn('withdrawals', _id)).toBe(true);
  });

  it('has a sale that its supplier takes back, until staff have decided', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const body = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 500 };
    const { _id } = (await app.as(ada).call('buyAirtime', body)).reply.receipt;
    await vi.waitFor(async () => {
      const { receipt } = (await app.as(ada).call('getTransaction', { id: _id })).reply;
      expect(receipt.trans_Status).toBe('success');
    });
    await app.owner.run(
      `update purchase_attempts set disputed_at = answered_at + interval '1 second' where transaction_id = $1`,
      [_id],
    );
    expect(await find(_id)).toMatchObject({ why: 'disputed' });
    expect((await decide(_id, 'delivered')).reply.receipt.trans_Status).toBe('success');
    expect(await find(_id)).toBeUndefined();
    // Decided once: whoever comes second, and would have it otherwise, is told that nobody waits for it.
    for (const outcome of ['returned', 'delivered'])
      expect((await decide(_id, outcome)).refusal.code).toBe('not_waiting');
    expect(await recordOf(_id)).toHaveLength(1);
    expect(await balanceOf(app, ada)).toBe(naira(505));
  });

  it('counts the messages to users’ servers that were given up', async () => {
    const { pool } = app.context;
    await pool.run(
      `insert into webhook_messages (user_id, type, state, tries, created_at)
       values ($1, 'test', 'failed', 10, now()), ($1, 'test', 'delivered', 1, now()), ($1, 'test', 'failed', 10, now() - interval '31 days')`,
      [admin.userId],
    );
    expect((await list()).counts.webhooksGivenUp).toBe(1);
  });

  it('is asked for by name', async () => {
    const { status, refusal } = await app.as(agent).call('listWaiting', { queue: 'all' });
    expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'queue']);
  });
});

describe('a decision of staff', () => {
  it('returns the charge once, with its reason in the staff record', async () => {
    const { ada, id } = await manualAirtime();
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(id, 'returned')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code)),
    ).toEqual(new Set(['not_waiting']));
    expect(await balanceOf(app, ada)).toBe(naira(1_000));
    expect(await recordOf(id)).toEqual([
      {
        actor: admin.userId,
        before: { status: 'pending', wasReportedDelivered: false },
        after: { status: 'failed', outcome: 'returned' },
        reason: 'Their support said so',
      },
    ]);
  });

  it('books a delivery, and the charge stays paid', async () => {
    const { ada, id } = await manualAirtime();
    const { reply } = await decide(id, 'delivered');
    expect([reply.msg, reply.receipt.trans_Status]).toEqual(['It is booked as delivered', 'success']);
    expect(await balanceOf(app, ada)).toBe(naira(505));
    // From here on it is a sale like any other.
    expect((await app.as(admin).call('refund', { id, reason: 'Wrong after all' })).status).toBe(200);
    expect(await balanceOf(app, ada)).toBe(naira(1_000));
  });

  it('does not prove that the supplier still finds its orders: it may never have heard of this one', async () => {
    const { id } = await manualAirtime();
    await decide(id, 'delivered');
    const { supplier, reference } = await app.owner.get<{ supplier: string; reference: string }>(
      `select a.supplier, t.reference from purchase_attempts a join transactions t on t.id = a.transaction_id where t.id = $1`,
      [id],
    );
    const newest = await findLastDelivered(app.context.pool, supplier, new Date());
    expect(newest?.reference ?? '').not.toContain(reference);
    // Nothing else is left.
    await app.owner.run(`update purchase_attempts set decided_at = now() where supplier = $1`, [supplier]);
    expect(await findLastDelivered(app.context.pool, supplier, new Date())).toBeNull();
  });

  it('of a withdrawal books it as paid', async () => {
    const ada = await app.make.user({ wallet: naira(500) });
    const { _id } = (await fakeBank.withdrawTo(ada, '0009', 500)).reply.receipt;
    await fakeBank.waitForState(_id, 'unknown');
    await fakeBank.makeOlder(_id, '25 hours');
    await fakeBank.askNow(_id);
    app.takeErrors();
    expect((await decide(_id, 'delivered')).reply.receipt.trans_Status).toBe('success');
    expect([await fakeBank.stateOf(_id), await fakeBank.holds(ada)]).toEqual(['delivered', 0n]);
  });

  it('books prepaid electricity with its token only', async () => {
    const { ada, id } = await disputedElectricity();
    expect(await find(id)).toMatchObject({ why: 'disputed', needsToken: true });
    for (const token of [undefined, '1234', '1111-2222']) {
      const { status, refusal } = await decide(id, 'delivered', { token });
      expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'token']);
    }
    const { reply } = await decide(id, 'delivered', { token: '1111 2222 3333 4444 5555' });
    expect(reply.receipt).toMatchObject({ trans_Status: 'success', tokens: ['11112222333344445555'] });
    expect(await balanceOf(app, ada)).toBe(naira(2_950));
  });

  it('returns electricity that was told to be delivered and never came', async () => {
    const { ada, id } = await disputedElectricity();
    expect((await decide(id, 'returned')).reply.receipt.trans_Status).toBe('failed');
    expect(await balanceOf(app, ada)).toBe(naira(5_000));
    expect(await recordOf(id)).toMatchObject([{ before: { wasReportedDelivered: true } }]);
  });

  it('returns electricity whose token the buyer has seen as a refund of a sale', async () => {
    const { ada, id } = await disputedElectricity();
    await app.owner.run(`update transactions set tokens = '{11112222333344445555}' where id = $1`, [id]);
    expect((await decide(id, 'returned')).reply.receipt.trans_Status).toBe('refunded');
    expect(await balanceOf(app, ada)).toBe(naira(5_000));
  });

  it('is followed when the supplier delivers after all: at our loss, and the buyer keeps the money', async () => {
    const { ada, id } = await manualAirtime();
    await decide(id, 'returned');
    expect(await isAskedOn('purchase_attempts', id)).toBe(true);
    const applied = await app.context.purchases.settling.settleQueue.add({
      transactionId: BigInt(id),
      attempt: 1,
      supplierId: null,
      message: 'Done',
      raw: null,
      result: { outcome: 'delivered', tokens: [], units: null },
    });
    expect(applied.applied).toBe('delivered_late');
    const { suppliers } = (await app.as(admin).call('checkServices')).reply;
    const glad = suppliers.find(({ supplierName }) => supplierName === 'GLAD');
    expect(glad).toMatchObject({ lateDeliveries: 1, forStaff: 0 });
    expect(glad?.lateDeliveriesCost).toBeGreaterThan(0);
    expect(await balanceOf(app, ada)).toBe(naira(1_000));
  });

  it('is refused for what nobody waits for, without a reason, and to agents', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await control(app, 'faces/glad', { latencyMs: 0 });
    const body = { network: 1, mobile_number: numberOf('MTN', '0009'), amount: 500 };
    const { _id } = (await app.as(ada).call('buyAirtime', body)).reply.receipt;
    const open = await decide(_id, 'returned');
    expect([open.status, open.refusal.code]).toEqual([409, 'not_waiting']);
    const { transactions } = (await app.as(ada).call('listTransactions')).reply;
    const funding = transactions.find(({ trans_Type: type }) => type !== 'airtime');
    if (funding !== undefined)
      expect((await decide(funding._id, 'returned')).refusal.code).toBe('not_waiting');
    const silent = await decide(_id, 'returned', { reason: '  ' });
    expect([silent.status, silent.refusal.errors?.[0]?.field]).toEqual([400, 'reason']);
    const said = { id: _id, outcome: 'returned', reason: 'x' };
    expect((await app.as(agent).call('decideWaiting', said)).status).toBe(403);
    expect((await app.as(ada).call('listWaiting')).status).toBe(403);
    expect((await decide('JR000000000000', 'returned')).status).toBe(404);
  });
});
