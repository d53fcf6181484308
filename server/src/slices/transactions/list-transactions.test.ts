import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const list = async (user: TestUser, query: Record<string, unknown> = {}) =>
  (await app.as(user).call('listTransactions', query)).reply;
const references = async (user: TestUser, query: Record<string, unknown> = {}) =>
  (await list(user, query)).transactions.map(({ reference }) => reference);

interface TransactionRequest {
  reference: string;
  /** A payment that nobody has paid; else one that failed. */
  isOpen?: boolean;
  recipient?: string;
  at?: string;
}

/** A card payment that moved nothing. */
async function addTransaction(
  user: TestUser,
  { reference, isOpen = false, recipient, at }: TransactionRequest,
): Promise<void> {
  await app.owner.run(
    `with transaction as (
       insert into transactions (user_id, reference, type, status, description, recipient, amount_kobo, fee_kobo, face_value_kobo, created_at)
       values ($1, $2, 'wallet', $3, 'A payment', $4, 100, 0, 100, coalesce($5, now())) returning id)
     insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state, next_check_at)
     select id, 'squad', $2, $1, 100, $6, case when $6 = 'initiated' then now() end from transaction`,
    [
      user.userId,
      reference,
      isOpen ? 'pending' : 'failed',
      recipient ?? null,
      at ?? null,
      isOpen ? 'initiated' : 'failed',
    ],
  );
}

/** By somebody whom the user had invited; then the reward, and its way to the wallet. */
async function earn(user: TestUser): Promise<void> {
  const { pool } = app.context;
  const referee = await app.make.user({ wallet: naira(1_000) });
  await pool.run('update users set referred_by = $2 where id = $1', [referee.userId, user.userId]);
  await app.as(referee).call('upgradeToReseller', { id: String(referee.userId), userType: 'reseller' });
  await app.as(user).call('withdrawEarning', {});
  for (const [type, reference, recipient] of [
    ['referrer', 'REWARD1', null],
    ['earning', 'EARNING1', '08031234567'],
  ]) {
    await app.owner.run(
      'update transactions set reference = $3, recipient = $4 where user_id = $1 and type = $2',
      [user.userId, type, reference, recipient],
    );
  }
}

describe('a list of lines', () => {
  it('has one empty page when there is nothing', async () => {
    const ada = await app.make.user();
    expect(await list(ada)).toEqual({
      transactions: [],
      page: 1,
      next: null,
      totalPages: 1,
      noOfTransaction: 0,
      totalSales: 0,
      totalDebit: 0,
      totalCredit: 0,
    });
  });

  it('needs a session', async () => {
    expect((await app.anybody().call('listTransactions')).status).toBe(401);
  });
});

describe('filters', () => {
  let ada: TestUser;
  beforeAll(async () => {
    ada = await app.make.user();
    await earn(ada);
    await addTransaction(ada, { reference: 'WALLET1', isOpen: true });
    await addTransaction(ada, { reference: 'WALLET2', recipient: '08031299999' });
    await addTransaction(ada, { reference: 'WALLET3', recipient: '54150012345' });
  });

  it.each([
    [{}, ['WALLET3', 'WALLET2', 'WALLET1', 'EARNING1', 'REWARD1']],
    [
      { type: 'all', status: 'all', phoneNumber: '', from: '', to: ' ' },
      ['WALLET3', 'WALLET2', 'WALLET1', 'EARNING1', 'REWARD1'],
    ],
    [{ type: 'wallet' }, ['WALLET3', 'WALLET2', 'WALLET1']],
    [{ type: 'Earning' }, ['EARNING1']],
    [{ type: 'data' }, []],
    [{ status: 'success' }, ['EARNING1', 'REWARD1']],
    [{ status: 'pending' }, ['WALLET1']],
    [{ status: 'processing' }, ['WALLET1']],
    [{ status: 'success', type: 'referrer' }, ['REWARD1']],
    [{ phoneNumber: '08031234567' }, ['EARNING1']],
    [{ phoneNumber: '+234 803 123 4567' }, ['EARNING1']],
    [{ phoneNumber: '234803-123-4567' }, ['EARNING1']],
    [{ phoneNumber: '8031234567' }, ['EARNING1']],
    [{ phoneNumber: '\u202A+234 (0)803\u2011123\u20114567\u202C' }, ['EARNING1']],
    [{ phoneNumber: 'Call me: 0803 123 4567 (Bisi)' }, ['EARNING1']],
    [{ phoneNumber: '080312' }, ['WALLET2', 'EARNING1']],
    [{ phoneNumber: '+234 80312' }, ['WALLET2', 'EARNING1']],
    [{ phoneNumber: '5415' }, ['WALLET3']],
    [{ phoneNumber: '0803123456' }, ['EARNING1']],
    [{ phoneNumber: '1234567' }, []],
    [{ phoneNumber: '0803', status: 'failed' }, ['WALLET2']],
    [{ userName: 'admin' }, ['WALLET3', 'WALLET2', 'WALLET1', 'EARNING1', 'REWARD1']],
  ])('%j', async (query, expected) => {
    expect(await references(ada, query)).toEqual(expected);
    expect((await list(ada, query)).noOfTransaction).toBe(expected.length);
  });

  it.each([
    ['type', 'loan'],
    ['type', "data' or '1'='1"],
    ['status', 'done'],
    ['status', 'a\u0001'],
    ['from', '2026-02-30'],
    ['from', 'yesterday'],
    ['to', '01/02/2026'],
    ['phoneNumber', '080'],
    ['phoneNumber', '%%%%%'],
    ['phoneNumber', '0803%'],
    ['phoneNumber', '0803_'],
    ['phoneNumber', '٠٨٠٣١٢٣٤'],
  ])('refuse %s=%j', async (field, value) => {
    const { status, refusal } = await app.as(ada).call('listTransactions', { [field]: value });
    expect(status).toBe(400);
    expect(refusal).toMatchObject({ code: 'invalid_input', errors: [{ field }] });
    expect(refusal.errors?.[0]?.msg).toBe(refusal.msg);
  });

  it('take a shorter beginning of a number in the list of one user than in that of all', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const ofAll = await app.as(admin).call('listTransactions', { phoneNumber: '080312' });
    expect(ofAll.status).toBe(400);
    expect(ofAll.refusal).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'phoneNumber', msg: 'Enter at least 7 digits of the number' }],
    });
    expect(await references(admin, { phoneNumber: '5415001' })).toEqual(['WALLET3']);
    expect(await references(admin, { phoneNumber: '54150012345' })).toEqual(['WALLET3']);
    expect(await references(admin, { phoneNumber: '5415', userName: ada.userName })).toEqual(['WALLET3']);
  });
});

describe('days', () => {
  let ada: TestUser;
  beforeAll(async () => {
    ada = await app.make.user();
    await addTransaction(ada, { reference: 'LAST1', at: '2026-03-01T22:59:59.999Z' });
    await addTransaction(ada, { reference: 'FIRST2', at: '2026-03-01T23:00:00Z' });
    await addTransaction(ada, { reference: 'LAST2', at: '2026-03-02T22:59:59.999999Z' });
    await addTransaction(ada, { reference: 'FIRST3', at: '2026-03-02T23:00:00Z' });
    await addTransaction(ada, { reference: 'NOW' });
  });

  it.each([
    [{ from: '2026-03-02', to: '2026-03-02' }, ['LAST2', 'FIRST2']],
    [{ from: '2026-03-01', to: '2026-03-01' }, ['LAST1']],
    [{ from: '2026-03-02', to: '2026-03-03' }, ['FIRST3', 'LAST2', 'FIRST2']],
    [{ to: '2026-03-02' }, ['LAST2', 'FIRST2', 'LAST1']],
    [{ from: '2026-03-03' }, ['NOW', 'FIRST3']],
    [{ from: '2026-03-02', to: '2026-03-01' }, []],
    [{ from: '0001-01-01', to: '0001-01-01' }, []],
    [{ from: '2026-03-03', to: '9999-12-31' }, ['NOW', 'FIRST3']],
    [{ from: '9999-12-31' }, ['NOW']],
  ])('of Lagos, both included: %j', async (query, expected) => {
    expect(await references(ada, query)).toEqual(expected);
  });
});

describe('who sees what', () => {
  it('is decided by the role', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const [boss, agent] = [await app.make.user({ isAdmin: true }), await app.make.user({ isAgent: true })];
    await addTransaction(ada, { reference: 'ADAS' });
    await addTransaction(bola, { reference: 'BOLAS' });

    expect(await references(ada, { userName: bola.userName })).toEqual(['ADAS']);
    expect(await list(ada)).not.toHaveProperty('totalProfit');
    expect((await list(ada)).transactions[0]).not.toHaveProperty('profit');

    for (const staff of [boss, agent]) {
      expect((await references(staff)).slice(0, 2)).toEqual(['BOLAS', 'ADAS']);
      expect(await references(staff, { userName: ` ${ada.userName.toUpperCase()} ` })).toEqual(['ADAS']);
      expect(await references(staff, { userName: 'nobody_at_all' })).toEqual([]);
      expect(await references(staff, { userName: "x' or '1'='1" })).toEqual([]);
      const reply = await list(staff, { userName: ada.userName });
      expect(reply).toMatchObject({ totalProfit: 0, stat: [] });
      expect(reply.transactions[0]).toMatchObject({
        trans_UserName: ada.userName,
        profit: 0,
        trans_profit: 0,
      });
    }
  });

  it('says to staff alone from whom we bought, in the list as on the receipt', async () => {
    const [ada, agent] = [
      await app.make.user({ wallet: naira(1_000) }),
      await app.make.user({ isAgent: true, wallet: naira(1_000) }),
    ];
    await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031110000', amount: 100 });
    await app.as(ada).call('testTopUp', { amount: 100 });
    const seen = (await list(agent, { userName: ada.userName })).transactions;
    expect(seen.map(({ supplierName }) => supplierName)).toEqual([null, 'GLAD']);
    const id = seen[1]?._id ?? '';
    const receiptFor = async (user: TestUser) =>
      (await app.as(user).call('getTransaction', { id })).reply.receipt;
    expect(await receiptFor(agent)).toMatchObject({ supplierName: 'GLAD' });
    const [own] = (await list(ada)).transactions.slice(1);
    const profile = (await app.as(ada).call('getProfile', {})).reply;
    for (const shown of [own, await receiptFor(ada), profile]) {
      expect(JSON.stringify(shown)).toContain(id);
      expect(JSON.stringify(shown)).not.toMatch(/supplierName|GLAD/);
    }
    const staffOrder = { network: 1, mobile_number: '08031115555', amount: 100 };
    const bought = await app.as(agent).call('buyAirtime', staffOrder, { key: 'of-staff' });
    const again = await app.as(agent).call('buyAirtime', staffOrder, { key: 'of-staff' });
    for (const { reply } of [bought, again])
      expect(reply.receipt).toMatchObject({ supplierName: 'GLAD', trans_Status: 'success' });
    // A purchase that was sent on has the one that was asked last.
    await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031110001', amount: 100 });
    const sentOn = (await list(agent, { userName: ada.userName, status: 'failed' })).transactions;
    expect(sentOn.map(({ supplierName }) => supplierName)).toEqual(['ALARO']);
  });
});

function found<Plan>(plan: Plan | undefined): Plan {
  if (plan === undefined) throw new Error('the seed has no such plan');
  return plan;
}

describe('totals', () => {
  it('are those of everything that the filter finds, on all its pages', async () => {
    const ada = await app.make.user({ userName: 'total_ada', wallet: naira(10_000) });
    const boss = await app.make.user({ isAdmin: true });
    const { MTN, GLO } = (await app.as(ada).call('getProfile')).reply.subscriptionPlans;
    const mtn =
      MTN.find(({ plan, plan_type }) => plan === '1GB' && plan_type === 'SME') ?? expect.unreachable();
    const glo = found(GLO.find(({ plan }) => plan === '500MB'));
    const buy = async (plan: typeof mtn, network: number, number: string) =>
      app.as(ada).call('buyData', { network, plan: plan.id, mobile_number: number });
    expect((await buy(mtn, 1, '08031110000')).status).toBe(200);
    expect((await buy(mtn, 1, '08031112000')).status).toBe(200);
    expect((await buy(glo, 2, '08051110000')).status).toBe(200);
    expect((await buy(mtn, 1, '08031110001')).status).toBe(422);
    expect(
      (await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031110000', amount: 100 }))
        .status,
    ).toBe(200);
    await app.as(ada).call('testTopUp', { amount: 500 });
    await addTransaction(ada, { reference: 'UNPAID', isOpen: true });

    const delivered = 2 * mtn.plan_amount + glo.plan_amount + 99;
    const all = await list(ada);
    expect(all).toMatchObject({
      noOfTransaction: 8,
      totalSales: 2.5,
      totalDebit: delivered + mtn.plan_amount,
      totalCredit: mtn.plan_amount + 500,
    });
    const balance = (await app.as(ada).call('getProfile')).reply.user.balance;
    expect(balance).toBe(10_000 + all.totalCredit - all.totalDebit);
    expect(await list(ada, { type: 'airtime' })).toMatchObject({
      totalSales: 0,
      totalDebit: 99,
      totalCredit: 0,
    });
    expect(await list(ada, { type: 'data', page: 2 })).toMatchObject({ transactions: [], totalSales: 2.5 });

    const cost = async (id: number) =>
      Number(
        (
          await app.context.pool.get<{ cost: bigint }>('select cost_kobo as cost from plans where id = $1', [
            id,
          ])
        ).cost,
      ) / 100;
    const mtnProfit = 2 * (mtn.plan_amount - (await cost(mtn.id))) + (99 - 97);
    const gloProfit = glo.plan_amount - (await cost(glo.id));
    const seen = await list(boss, { userName: 'total_ada' });
    expect(seen).toMatchObject({ noOfTransaction: 8, totalProfit: mtnProfit + gloProfit });
    expect(seen.stat).toEqual([
      { network: 'GLO', total_volume_sold: 0.5, profit: gloProfit },
      { network: 'MTN', total_volume_sold: 2, profit: mtnProfit },
    ]);
    expect(seen.transactions.reduce((sum, { profit }) => sum + (profit ?? Number.NaN), 0)).toBe(
      seen.totalProfit,
    );
  });
});
