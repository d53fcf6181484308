import { kobo, naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { verifyIdentity } from '../kyc/testing/verify-identity.ts';
import { balanceOf } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { startScriptedGateway } from '../../../test/outside/scripted-gateway.ts';
import { suspendTransfer } from '../../../test/suspense.ts';
import { trialBalance } from '../../ledger/balances.ts';
import { settlePayment } from '../funding/settle-payment.ts';

const gateway = await startScriptedGateway();
afterAll(() => gateway.close());
const app = useTestApp({ env: { SQUAD_BASE_URL: gateway.url } });

let admin: TestUser;
let agent: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
  agent = await app.make.user({ isAgent: true });
});

const list = async (query: Record<string, unknown> = {}) =>
  (await app.as(agent).call('listSuspense', query)).reply;
const find = async (id: string, query: Record<string, unknown> = {}) =>
  (await list(query)).suspense.find(({ _id }) => _id === id);
const decide = (id: string, outcome: string, more: object = {}, by: TestUser = admin) =>
  app.as(by).call('decideSuspense', { id, outcome, reason: 'The bank wrote to us', ...more });
const recordOf = (id: string) =>
  app.context.pool.rows(
    `select actor_id as actor, before, after, reason from staff_actions where action = 'decideSuspense' and subject = $1`,
    [`posting ${id}`],
  );
const holds = async (kind: string, name = '') =>
  (await trialBalance(app.context.pool)).find((account) => account.kind === kind && account.name === name)
    ?.balance ?? 0n;
/** What `work` changes in each of the accounts. */
async function moved(accounts: readonly Readonly<Parameters<typeof holds>>[], work: () => Promise<unknown>) {
  const read = () => Promise.all(accounts.map(([kind, name]) => holds(kind, name)));
  const before = await read();
  await work();
  return (await read()).map((balance, n) => balance - (before[n] ?? 0n));
}

/** A card that pays fifty dollars for a funding in naira. */
async function suspendCard(ada: TestUser): Promise<{ id: string; failedId: string; reference: string }> {
  const { reference } = (await app.as(ada).call('initiateSquadFunding', { amount: 500 })).reply;
  gateway.say(reference, { status: 'Success', currency: 'usd', amountKobo: 5_000 });
  expect(await settlePayment(app.context, reference)).toBe('suspense');
  expect(app.takeErrors()).toHaveLength(1);
  const { id, failed } = await app.context.pool.get<{ id: bigint; failed: bigint }>(
    `select p.id, y.transaction_id as failed from postings p join payments y on p.reference = y.gateway || ':' || y.reference
     where y.reference = $1`,
    [reference],
  );
  return { id: String(id), failedId: String(failed), reference };
}

describe('what stands in suspense', () => {
  it('is a bank transfer into an unknown account, as the bank told of it, until it is decided', async () => {
    const before = await list();
    const response = await fetch(`${app.sandbox.url}/control/bank-transfer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accountNumber: '1234567890', amount: 500 }),
    });
    await response.body?.cancel();
    await expect.poll(async () => (await list()).counts.open).toBe(before.counts.open + 1);
    expect(app.takeErrors()).toEqual([expect.stringContaining('waits in suspense')]);
    const { suspense, total } = await list();
    expect(total - before.total).toBe(500);
    const entry = suspense.at(-1);
    expect(entry).toMatchObject({
      source: 'bank_transfer',
      amount: 500,
      currency: 'NGN',
      why: 'the account is not known',
      sender: 'TUNDE SANDBOX BALOGUN',
      provider: 'paymentpoint',
      bank: 'palmpay',
      accountNumber: '1234567890',
      trans_UserName: null,
      transactionId: null,
      decision: null,
    });
    expect(entry?.providerReference).not.toBeNull();
    const openForStaff = async () => (await app.as(agent).call('listWaiting')).reply.counts.suspense;
    expect(await openForStaff()).toBe(before.counts.open + 1);
    expect((await decide(entry?._id ?? '', 'return')).status).toBe(200);
    expect((await list()).counts).toEqual({ open: before.counts.open, decided: before.counts.decided + 1 });
    expect(await openForStaff()).toBe(before.counts.open);
  });

  it('is a transfer into a closed account, with whose it was', async () => {
    const ada = await app.make.user();
    const { pool } = app.context;
    await pool.run(
      `insert into reserved_accounts (user_id, bank, provider, reference, state, account_number, account_name, closed_at, close_reason)
       values ($1, 'palmpay', 'paymentpoint', 'RA-closed', 'closed', '6600000009', 'Ada', now(), 'The bank closed it')`,
      [ada.userId],
    );
    const id = await suspendTransfer(app, { accountNumber: '6600000009' });
    expect(await find(id)).toMatchObject({ why: 'the account is closed', trans_UserName: ada.userName });
    await decide(id, 'return');
  });

  it('is a card payment in another currency, which no total in naira has', async () => {
    const ada = await app.make.user();
    const before = await list();
    const { id, failedId, reference } = await suspendCard(ada);
    expect(await find(id)).toMatchObject({
      source: 'card_payment',
      amount: 50,
      currency: 'USD',
      trans_UserName: ada.userName,
      provider: 'squad',
      providerReference: `GW-${reference}`,
      transactionId: failedId,
      accountNumber: null,
    });
    const { total, counts } = await list();
    expect([total, counts.open]).toEqual([before.total, before.counts.open + 1]);
    const limited = await app.make.user({ isAdmin: true });
    await app.owner.run(`insert into staff_limits values ($1, 'decide', 0)`, [limited.userId]);
    const answers = [await decide(id, 'return', {}, limited), await decide(id, 'return')];
    expect(answers.map(({ status }) => status)).toEqual([409, 200]);
  });

  it('stands oldest first, 50 a page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 51; n += 1) ids.push(await suspendTransfer(app, { naira: 10 }));
    const [first, second] = [await list(), await list({ page: 2 })];
    expect([...first.suspense, ...second.suspense].map(({ _id }) => _id)).toEqual(ids);
    expect([first.suspense.length, first.totalPages, second.page, second.total]).toEqual([50, 2, 2, 510]);
    for (const id of ids) await decide(id, 'return');
    expect((await list()).suspense).toEqual([]);
    expect((await list({ queue: 'decided' })).suspense.map(({ _id }) => _id)).toContain(ids[50]);
    const { status, refusal } = await app.as(agent).call('listSuspense', { queue: 'all' });
    expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'queue']);
  });
});

describe('a credit from suspense', () => {
  it('brings a bank transfer to the wallet, less the fee of a funding, and shows as one', async () => {
    const ada = await app.make.user({ wallet: naira(100) });
    const id = await suspendTransfer(app, { naira: 1_234.56 });
    const received: unknown[] = [];
    const stop = app.context.events.follow(ada.userId, (event) => received.push(event));
    const changes = await moved([['suspense'], ['reserved', 'palmpay'], ['revenue', 'funding']], async () => {
      const { reply } = await decide(id, 'credit', { userName: ada.userName.toUpperCase() });
      expect(reply.msg).toBe(`₦1,222.21 is in the wallet of ${ada.userName}`);
      expect(reply.entry.decision).toMatchObject({
        outcome: 'credit',
        userName: ada.userName,
        credited: 1_222.21,
        charge: 12.35,
        decidedBy: admin.userName,
        reason: 'The bank wrote to us',
      });
    });
    expect(changes).toEqual([-123_456n, 0n, 1_235n]);
    const { transactions } = (await app.as(ada).call('listTransactions')).reply;
    expect(transactions[0]).toMatchObject({
      trans_Type: 'wallet',
      trans_Status: 'success',
      trans_amount: 1_222.21,
      charge: 12.35,
      faceValue: 1_234.56,
      balance_Before: 100,
      balance_After: 1_322.21,
      description: 'Bank transfer from TUNDE BALOGUN',
    });
    await expect.poll(() => received).toEqual([{ type: 'transaction', _id: transactions[0]?._id }]);
    stop();
    expect(await recordOf(id)).toMatchObject([
      {
        actor: admin.userId,
        before: { paidKobo: '123456', currency: 'NGN' },
        after: { outcome: 'credit', user: String(ada.userId), creditKobo: '122221' },
        reason: 'The bank wrote to us',
      },
    ]);
    expect(await find(id)).toBeUndefined();
    expect(await find(id, { queue: 'decided' })).toMatchObject({ decision: { userName: ada.userName } });
  });

  it('of a card payment is the naira that the gateway settled, beside the transaction that failed', async () => {
    const ada = await app.make.user();
    const { id, failedId } = await suspendCard(ada);
    for (const amount of [undefined, 0, 0.5, 'much', 5_000_000.01]) {
      const { status, refusal } = await decide(id, 'credit', { userName: ada.userName, amount });
      expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'amount']);
    }
    const changes = await moved([['suspense'], ['gateway', 'squad'], ['revenue', 'funding']], async () => {
      const { reply } = await decide(id, 'credit', { userName: ada.userName, amount: '80000' });
      expect(reply.msg).toBe(`₦79,200.00 is in the wallet of ${ada.userName}`);
    });
    expect(changes).toEqual([-5_000n, -(8_000_000n - 5_000n), 80_000n]);
    expect(await balanceOf(app, ada)).toBe(naira(79_200));
    const { related } = await app.context.pool.get<{ related: bigint }>(
      `select related_id as related from transactions where user_id = $1 and status = 'success'`,
      [ada.userId],
    );
    expect(String(related)).toBe(failedId);
    const failed = (await app.as(ada).call('getTransaction', { id: failedId })).reply.receipt;
    expect(failed.trans_Status).toBe('failed');
  });

  it('of naira takes no other amount than what came in', async () => {
    const ada = await app.make.user();
    const id = await suspendTransfer(app);
    const { status, refusal } = await decide(id, 'credit', { userName: ada.userName, amount: 9_000 });
    expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'amount']);
    await decide(id, 'return');
  });

  it('never goes to the admin who decides, nor to the same person under another name', async () => {
    const twin = await app.make.user();
    await verifyIdentity(app, admin, { bvn: '80000015555' });
    // Another number of theirs, of which the register says that it is the same person.
    await app.context.pool.run(
      `insert into identities (user_id, kind, number_hash, last_four, person_hash, full_name, provider, consented_at)
       select $2, kind, '\\x01', last_four, person_hash, full_name, provider, now() from identities where user_id = $1`,
      [admin.userId, twin.userId],
    );
    const id = await suspendTransfer(app);
    for (const { userName } of [admin, twin]) {
      const { status, refusal } = await decide(id, 'credit', { userName });
      expect([status, refusal.code, refusal.msg]).toEqual([
        403,
        'forbidden',
        'Nobody credits a wallet of their own. Ask another admin to decide this',
      ]);
    }
    expect(await find(id)).toBeDefined();
    const other = await app.make.user({ isAdmin: true });
    expect((await decide(id, 'credit', { userName: twin.userName }, other)).status).toBe(200);
    expect(await balanceOf(app, twin)).toBe(kobo(495_000));
  });

  it('is refused without a reason, to agents, and to a name that nobody has', async () => {
    const ada = await app.make.user();
    const id = await suspendTransfer(app);
    const { userName } = ada;
    const silent = await decide(id, 'credit', { userName, reason: ' ' });
    expect([silent.status, silent.refusal.errors?.[0]?.field]).toEqual([400, 'reason']);
    for (const [name, status] of [
      [undefined, 400],
      ['  ', 400],
      ['nobody_at_all', 404],
    ] as const) {
      const { status: got, refusal } = await decide(id, 'credit', { userName: name });
      expect([got, refusal.errors?.[0]?.field]).toEqual([status, 'userName']);
    }
    expect((await decide(id, 'credit', { userName }, agent)).status).toBe(403);
    expect((await app.as(ada).call('listSuspense')).status).toBe(403);
    for (const unknown of ['0', '-1', 'x', '999999999999999999999'])
      expect((await decide(unknown, 'return')).status).toBe(404);
    expect(await recordOf(id)).toEqual([]);
    expect(await balanceOf(app, ada)).toBe(0n);
    await decide(id, 'return');
  });
});

describe('what is sent back', () => {
  it('leaves suspense by the way it came, and shows in no wallet', async () => {
    const id = await suspendTransfer(app, { naira: 700 });
    expect(
      await moved([['suspense'], ['reserved', 'palmpay'], ['revenue', 'funding']], () =>
        decide(id, 'return'),
      ),
    ).toEqual([-70_000n, 70_000n, 0n]);
    expect(await find(id, { queue: 'decided' })).toMatchObject({
      decision: { outcome: 'return', userName: null, transactionId: null, credited: null, charge: null },
    });
    const card = await suspendCard(await app.make.user());
    expect(await moved([['suspense'], ['gateway', 'squad']], () => decide(card.id, 'return'))).toEqual([
      -5_000n,
      5_000n,
    ]);
    expect(await recordOf(card.id)).toMatchObject([{ after: { outcome: 'return' } }]);
  });
});

describe('a decision about suspense', () => {
  it.each(['a bank transfer', 'a card payment'])('of %s is made once, whoever else decides', async (what) => {
    const ada = await app.make.user();
    const id = what === 'a bank transfer' ? await suspendTransfer(app) : (await suspendCard(ada)).id;
    const amount = what === 'a bank transfer' ? undefined : 5_000;
    const second = await app.make.user({ isAdmin: true });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0
          ? decide(id, 'credit', { userName: ada.userName, amount }, n % 4 === 0 ? admin : second)
          : decide(id, 'return', {}, n % 4 === 1 ? admin : second),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(new Set(losers.map(({ refusal }) => refusal.code))).toEqual(new Set(['not_waiting']));
    const [decision] = await app.context.pool.rows<{ outcome: string }>(
      'select outcome from suspense_decisions where posting_id = $1',
      [id],
    );
    expect(await balanceOf(app, ada)).toBe(decision?.outcome === 'credit' ? naira(4_950) : 0n);
    expect(await recordOf(id)).toHaveLength(1);
  });

  it('is kept for ever: the program cannot change or remove it', async () => {
    const id = await suspendTransfer(app);
    await decide(id, 'return');
    const { pool } = app.context;
    for (const sql of [
      'update suspense_decisions set reason = $1',
      'delete from suspense_decisions where reason <> $1',
    ])
      await expect(pool.run(sql, ['x'])).rejects.toThrow(/permission denied/);
  });
});
