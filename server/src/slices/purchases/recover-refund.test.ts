import { naira, negate, toNaira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { control, endsAs, numberOf, purchaseOf, shortWaits } from '../../../test/buying.ts';
import { buyElectricity, meterOf } from '../../../test/electricity.ts';
import type { TestUser } from '../../../test/make.ts';
import { readSuppliers } from '../suppliers/supplier-states.ts';
import { handleSupplierHook } from './supplier-hook.ts';
import { requeryDue } from './requery.ts';
import { checkReturns } from './return-checks.ts';
import { settlementWithoutWords } from './settle.ts';

const app = useTestApp({ env: shortWaits, timings: { reversalMs: 300 } });
const COST = naira(485);
const MARGIN = naira(10);

let admin: TestUser;
let agent: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
  agent = await app.make.user({ isAgent: true });
  // Its word of what it takes back does not reach us by itself.
  await control(app, 'faces/glad', { webhookUrl: 'http://127.0.0.1:9/hooks/nobody' });
});

/** Airtime for ₦500 at ₦495, which costs ₦485; delivered. */
async function bought(ending = '1234') {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const recipient = numberOf('MTN', ending);
  const { receipt } = (
    await app.as(ada).call('buyAirtime', { network: 1, amount: 500, mobile_number: recipient })
  ).reply;
  await endsAs(app, receipt.reference, 'success');
  return { ada, id: receipt._id, reference: receipt.reference, recipient };
}

async function refunded(ending = '1234') {
  const purchase = await bought(ending);
  const answer = await app.as(admin).call('refund', { id: purchase.id, reason: 'It never arrived' });
  expect(answer.status).toBe(200);
  return purchase;
}

const recover = (id: string, by = admin, reason = ' Their statement of May ') =>
  app.as(by).call('recoverRefund', { id, reason });
const receiptOf = async (id: string, by = admin) =>
  (await app.as(by).call('getTransaction', { id })).reply.receipt;
const spentToday = async () =>
  (await readSuppliers(app.context.pool, ['GLAD'], naira(0)))[0]?.spentToday ?? Number.NaN;
const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;

/** What the postings of a purchase moved of the house's accounts, beside what was in flight. */
async function movedBy(id: string): Promise<Record<string, bigint>> {
  const rows = await app.context.pool.rows<{ account: string; amount: bigint }>(
    `select a.kind || ' ' || a.name as account, sum(e.amount)::bigint as amount
     from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
     where p.code like 'purchase.%' and p.reference = $1 and a.user_id is null group by a.kind, a.name having sum(e.amount) <> 0`,
    [id],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}
const lost = { 'supplier GLAD': COST, 'loss refund': negate(COST) };

async function untilReversed(recipient: string): Promise<void> {
  await vi.waitFor(() => {
    const delivery = app.sandbox.journal().deliveries.find((one) => one.recipient === recipient);
    expect(delivery?.reversedAt).toBeDefined();
  }, 10_000);
}

/** Each message that tells us that the supplier took back what staff had refunded. */
const sayings: Record<string, (purchase: { id: string; reference: string }) => Promise<unknown>> = {
  'its hook': async ({ reference }) => {
    await handleSupplierHook(app.context, 'GLAD', { ident: `${reference}1`, Status: 'failed' });
    await requeryDue(app.context);
  },
  'a question on the schedule': async ({ id }) => {
    await app.context.pool.run(
      'update purchase_attempts set return_check_at = now() where transaction_id = $1',
      [id],
    );
    await checkReturns(app.context);
  },
  'a question of staff': async ({ id }) =>
    (await app.as(agent).call('reQueryWithdrawal', { transactionId: id })).reply.msg,
  'the word of an admin': ({ id }) => recover(id),
};

describe('a purchase that staff refunded', () => {
  it('costs the house what the supplier took, and each screen says so', async () => {
    const before = (await app.as(admin).call('getSales', { days: 1 })).reply;
    const { ada, id } = await refunded();
    expect(await movedBy(id)).toEqual(lost);
    expect(await receiptOf(id, agent)).toMatchObject({ profit: -485, trans_profit: -485 });
    const seen = (await app.as(admin).call('listTransactions', { userName: ada.userName })).reply;
    expect(seen.transactions.map(({ profit }) => profit)).toEqual([0, -485]);
    expect(seen).toMatchObject({
      totalProfit: -485,
      stat: [{ network: 'MTN', total_volume_sold: 0, profit: -485 }],
    });
    const csv = await fetch(`${app.url}/api/v1/transaction?format=csv&userName=${ada.userName}`, {
      headers: { 'x-auth-token': agent.token },
    });
    expect((await csv.text()).split('\r\n')[2]).toContain(`"${ada.userName}","-485"`);
    const after = (await app.as(admin).call('getSales', { days: 1 })).reply;
    const [was, is] = [before.days[0], after.days[0]];
    expect([is?.sales, is?.revenue, toNaira(naira((is?.profit ?? 0) - (was?.profit ?? 0)))]).toEqual([
      was?.sales,
      was?.revenue,
      -485,
    ]);
    expect(await receiptOf(id, ada)).not.toHaveProperty('profit');
    const spent = await spentToday();
    await recover(id);
    expect((await spentToday()) - spent).toBe(-485);
  });

  it('is asked about anew, however long after its delivery', async () => {
    const { id } = await bought();
    const next = async () =>
      app.context.pool.get<{ isSoon: boolean | null }>(
        `select return_check_at between now() and now() + interval '10 minutes' as "isSoon" from purchase_attempts where transaction_id = $1`,
        [id],
      );
    await app.owner.run(
      `update purchase_attempts set sent_at = sent_at - interval '9 days', answered_at = answered_at - interval '9 days',
         return_check_at = null where transaction_id = $1`,
      [id],
    );
    expect((await app.as(admin).call('refund', { id })).status).toBe(200);
    expect(await next()).toEqual({ isSoon: true });
    await app.context.pool.run(
      'update purchase_attempts set return_check_at = now() where transaction_id = $1',
      [id],
    );
    await checkReturns(app.context);
    expect(await next()).toEqual({ isSoon: true });
    const asked = await app.as(agent).call('reQueryWithdrawal', { transactionId: id });
    expect(asked.reply.msg).toBe(
      'GLAD was asked, and nothing has changed. Staff refunded it, and the money is in the wallet',
    );
    expect(await movedBy(id)).toEqual(lost);
  });
});

describe('a refund whose cost the supplier gives back', () => {
  it.each(Object.keys(sayings))('is no loss any more, once, as heard by %s', async (saying) => {
    const purchase = await refunded('0011');
    const { ada, id, reference, recipient } = purchase;
    await untilReversed(recipient);
    // Twice by this one, then by all the others: nothing moves again, and the buyer has the money once.
    const words: unknown[] = [];
    for (const receive of [sayings[saying], sayings[saying], ...Object.values(sayings)]) {
      words.push(await receive?.(purchase));
      expect(await movedBy(id)).toEqual({});
      expect(await purchaseOf(app, reference)).toMatchObject({
        status: 'refunded',
        attempts: ['GLAD recovered'],
      });
      expect([await balanceOf(ada), (await receiptOf(id)).profit]).toEqual([1_000, 0]);
    }
    if (saying === 'a question of staff')
      expect(words.slice(0, 2)).toEqual([
        'GLAD took it back: the cost of the refund is no loss any more',
        'GLAD was asked, and nothing has changed. It was taken back, and the money is in the wallet',
      ]);
    expect(
      await app.context.pool.rows(
        `select code from postings where code like 'purchase.%' and reference = $1 order by id`,
        [id],
      ),
    ).toEqual(['open', 'deliver', 'refund', 'recover'].map((code) => ({ code: `purchase.${code}` })));
  });

  it('is the word of one admin, with the reason on record', async () => {
    const { id } = await refunded();
    const answers = await Promise.all(Array.from({ length: 10 }, () => recover(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, refusal } of answers.filter((answer) => answer.status !== 200))
      expect([status, refusal.code]).toEqual([409, 'not_waiting']);
    const done = answers.find(({ status }) => status === 200)?.reply;
    expect(done).toMatchObject({
      msg: '₦485.00 is no loss any more',
      receipt: { _id: id, trans_Status: 'refunded', profit: 0 },
    });
    const by = { actor_id: admin.userId, reason: 'Their statement of May' };
    expect(
      await app.context.pool.rows(
        `select actor_id, reason, before, after from staff_actions where action = 'recoverRefund' and subject = $1`,
        [`transaction ${id}`],
      ),
    ).toEqual([{ ...by, before: { lostKobo: '48500' }, after: { lostKobo: '0' } }]);
    expect(
      await app.context.pool.rows(
        `select actor_id, reason from postings where code = 'purchase.recover' and reference = $1`,
        [id],
      ),
    ).toEqual([{ actor_id: null, reason: null }]);
  });

  it('may be electricity with its token: the supplier has the say about its own money', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    const { receipt } = (await buyElectricity(app, ada, meterOf('1234'))).reply;
    const { reference, _id: id } = receipt;
    const { cost } = await endsAs(app, reference, 'success');
    await app.as(admin).call('refund', { id });
    const refused = () =>
      app.context.purchases.settling.settleQueue.add(
        settlementWithoutWords(BigInt(id), 1, { outcome: 'refused', nextSupplier: null }),
      );
    expect(await movedBy(id)).toEqual({ 'supplier GLAD': cost, 'loss refund': -cost });
    expect([(await refused()).applied, (await refused()).applied]).toEqual(['recovered', 'nothing']);
    expect(await movedBy(id)).toEqual({});
    expect(await balanceOf(ada)).toBe(5_000);
  });
});

describe('that the supplier gave a cost back', () => {
  it('is refused of what staff did not refund, and of what it took back before', async () => {
    const ada = await app.make.user({ wallet: naira(2_000) });
    const buy = async (ending: string) => {
      const number = numberOf('MTN', ending);
      const answer = await app.as(ada).call('buyAirtime', { network: 1, amount: 500, mobile_number: number });
      return (answer.body as { receipt: { _id: string; reference: string } }).receipt; // every answer of this call
    };
    const sold = await buy('1234');
    await endsAs(app, sold.reference, 'success');
    const refused = await buy('0001');
    const reversed = await buy('0011');
    await vi.waitFor(async () => {
      await sayings['a question on the schedule']?.({ ...reversed, id: reversed._id });
      expect((await purchaseOf(app, reversed.reference)).status).toBe('refunded');
    }, 10_000);
    for (const { _id } of [sold, refused, reversed]) {
      const { status, refusal } = await recover(_id);
      expect([status, refusal.code]).toEqual([409, 'not_waiting']);
    }
    expect(await movedBy(sold._id)).toEqual({ 'supplier GLAD': COST, 'revenue airtime': MARGIN });
    expect((await recover('999999999')).status).toBe(404);
  });

  it('is for admins to say, with a reason', async () => {
    const { ada, id } = await refunded();
    expect((await recover(id, agent)).status).toBe(403);
    expect((await recover(id, ada)).status).toBe(403);
    expect((await app.anybody().call('recoverRefund', { id, reason: 'x' })).status).toBe(401);
    expect((await recover(id, admin, ' ')).status).toBe(400);
    expect((await app.as(admin).call('recoverRefund', { id })).status).toBe(400);
    expect(await movedBy(id)).toEqual(lost);
  });
});
