import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const profileOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply;
const referralOf = async (user: TestUser, page = 1) =>
  (await app.as(user).call('getReferral', { page })).reply;
const upgrade = (user: TestUser, changes: Record<string, unknown> = {}) =>
  app.as(user).call('upgradeToReseller', { id: String(user.userId), userType: 'reseller', ...changes });

/** A user with money for the upgrade whom somebody referred. */
async function referredBy(referrer: TestUser): Promise<TestUser> {
  const user = await app.make.user({ wallet: naira(1_500) });
  await app.context.pool.run('update users set referred_by = $2 where id = $1', [
    user.userId,
    referrer.userId,
  ]);
  return user;
}
/** The same user after logging in again. */
async function loggedIn(user: TestUser): Promise<TestUser> {
  const { reply } = await app.anybody().call('login', { userName: user.userName, password: user.password });
  return { ...user, token: reply.token };
}

describe('becoming a reseller', () => {
  it('costs 1,000 naira, ends the sessions and earns the referrer 500', async () => {
    const ada = await app.make.user();
    const bola = await referredBy(ada);
    expect((await upgrade(bola)).status).toBe(200);
    expect((await app.as(bola).call('getProfile')).status).toBe(401);

    const { user, transactions } = await profileOf(await loggedIn(bola));
    expect(user).toMatchObject({ userType: 'reseller', balance: 500 });
    expect(transactions).toMatchObject([
      { trans_Type: 'wallet', trans_amount: 1_000, balance_Before: 1_500, balance_After: 500 },
    ]);
    expect(await referralOf(ada)).toEqual({
      earningBalance: 500,
      totalReferred: 1,
      totalEarned: 500,
      withdrawn: 0,
      referralList: [{ userName: `${bola.userName.slice(0, 2)}***`, amountEarned: 500 }],
      totalPages: 1,
    });
    const rewards = (await app.as(ada).call('listTransactions', { type: 'referrer' })).reply;
    expect(rewards.transactions).toMatchObject([
      { trans_Type: 'referrer', trans_Status: 'success', trans_amount: 500, balance_After: null },
    ]);
    expect(rewards.totalCredit).toBe(0);
    expect((await profileOf(ada)).user.balance).toBe(0);
  });

  it('needs the fee in the wallet, and changes nothing without', async () => {
    const ada = await app.make.user();
    const bola = await referredBy(ada);
    await app.as(bola).call('transferFund', { userName: ada.userName, amount: '500.01' });
    const { status, refusal } = await upgrade(bola);
    expect([status, refusal.code, refusal.msg]).toEqual([
      409,
      'insufficient_balance',
      'Insufficient balance',
    ]);
    expect((await profileOf(bola)).user).toMatchObject({ userType: 'smart earner', balance: 999.99 });
    expect((await referralOf(ada)).earningBalance).toBe(0);
  });

  it('is for oneself, from smart earner to reseller, and nothing else', async () => {
    const [ada, bola] = [
      await app.make.user({ wallet: naira(5_000) }),
      await app.make.user({ wallet: naira(5_000) }),
    ];
    const others = [
      { id: String(bola.userId) },
      { id: `0${ada.userId}` },
      { id: '0' },
      { userType: 'api user' },
      { userType: 'partner' },
      { userType: 'admin' },
      { userType: 'smart earner' },
      { userType: 'Reseller' },
      { userType: '' },
    ];
    for (const change of others) expect((await upgrade(ada, change)).status).toBe(403);
    expect((await app.as(ada).call('upgradeToReseller', { id: String(ada.userId) })).status).toBe(400);
    for (const userType of ['reseller', 'api user', 'partner'] as const) {
      const user = await app.make.user({ userType, wallet: naira(5_000) });
      expect((await upgrade(user)).status).toBe(403);
      expect((await profileOf(user)).user).toMatchObject({ userType, balance: 5_000 });
    }
    for (const user of [ada, bola]) {
      expect((await profileOf(user)).user).toMatchObject({ userType: 'smart earner', balance: 5_000 });
    }
  });

  it('sets no other field', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    await upgrade(ada, { isAdmin: true, balance: 1_000_000, is_admin: true, fullName: 'Boss' });
    const { user, isAdmin } = await profileOf(await loggedIn(ada));
    expect([user.userType, user.balance, user.fullName, isAdmin]).toEqual([
      'reseller',
      4_000,
      ada.userName,
      false,
    ]);
  });

  it('happens once for fifty requests at the same time', async () => {
    const ada = await app.make.user();
    const bola = await referredBy(ada);
    const answers = await Promise.all(Array.from({ length: 50 }, () => upgrade(bola)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await profileOf(await loggedIn(bola))).user.balance).toBe(500);
    expect((await referralOf(ada)).totalEarned).toBe(500);
  });

  it('is paid once for many requests with one key at the same time, and none of them hears a no', async () => {
    const bola = await referredBy(await app.make.user());
    const input = { id: String(bola.userId), userType: 'reseller' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.as(bola).call('upgradeToReseller', input, { key: 'one' })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    // The session has ended for those that came after it was done.
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    expect((await profileOf(await loggedIn(bola))).user.balance).toBe(500);
  });

  it('asks for the PIN, and takes nothing without', async () => {
    const bola = await referredBy(await app.make.user());
    const pin = { pin: '2580', pinCheck: '2580' };
    expect((await app.as(bola).call('setPin', { password: bola.password, ...pin })).status).toBe(200);
    expect((await upgrade(bola)).refusal.code).toBe('pin_required');
    expect((await upgrade(bola, { pin: '2581' })).refusal.code).toBe('wrong_pin');
    expect((await profileOf(bola)).user).toMatchObject({ userType: 'smart earner', balance: 1_500 });
    expect((await upgrade(bola, { pin: '2580' })).status).toBe(200);
  });

  it('is rewarded once, also when the user falls back and upgrades again', async () => {
    const ada = await app.make.user();
    const bola = await referredBy(ada);
    await upgrade(bola);
    await app.owner.run(`update users set user_type = 'smart earner' where id = $1`, [bola.userId]);
    const again = await loggedIn(bola);
    await app.as(again).call('testTopUp', { amount: 1_000 });
    expect((await upgrade(again)).status).toBe(200);
    expect((await profileOf(await loggedIn(bola))).user.balance).toBe(500);
    expect(await referralOf(ada)).toMatchObject({ totalEarned: 500, totalReferred: 1 });
  });

  it.each(['person_hash', 'phone_hash'])('earns nothing when both have the same %s', async (mark) => {
    const ada = await app.make.user();
    const bola = await referredBy(ada);
    for (const [user, kind] of [
      [ada, 'nin'],
      [bola, 'bvn'],
    ] as const) {
      await app.context.pool.run(
        `insert into identities (user_id, kind, number_hash, last_four, ${mark}, full_name, provider, consented_at)
         values ($1, $2, $3, '1234', $4, 'Ada Obi', 'dojah', now())`,
        [user.userId, kind, Buffer.from(`${mark} ${kind}`), Buffer.from(`${mark} of one person`)],
      );
    }
    expect((await upgrade(bola)).status).toBe(200);
    expect(await referralOf(ada)).toMatchObject({
      earningBalance: 0,
      totalReferred: 1,
      referralList: [{ amountEarned: 0 }],
    });
  });
});

describe('the list of referred users', () => {
  it('comes in pages of fifty, the newest first', async () => {
    const ada = await app.make.user();
    await app.context.pool.run(
      `insert into users (user_name, full_name, email, phone, password_hash, referred_by)
         select 'ref' || lpad(n::text, 3, '0'), 'x', 'ref' || n || '@people.example', '0906' || lpad(n::text, 7, '0'), 'x', $1
         from generate_series(1, 51) n`,
      [ada.userId],
    );
    const [first, second] = [await referralOf(ada), await referralOf(ada, 2)];
    expect([first.totalReferred, first.totalPages, first.referralList.length]).toEqual([51, 2, 50]);
    expect(second.referralList).toHaveLength(1);
    expect((await referralOf(ada, 10_000)).referralList).toEqual([]);
    for (const page of [0, -1, 10_001, '1e9', 'x']) {
      expect((await app.as(ada).call('getReferral', { page })).status).toBe(400);
    }
    // The transactions of users without accounts would not hold.
    await app.context.pool.run('update users set referred_by = null where referred_by = $1', [ada.userId]);
  });

  it('needs a session', async () => {
    expect((await app.anybody().call('getReferral')).status).toBe(401);
  });
});

async function earning(times: number): Promise<TestUser> {
  const ada = await app.make.user();
  const referees = await Promise.all(Array.from({ length: times }, () => referredBy(ada)));
  await Promise.all(referees.map((referee) => upgrade(referee)));
  return ada;
}

describe('withdrawing earnings', () => {
  it('moves a part and then the rest into the wallet', async () => {
    const ada = await earning(2);
    const part = await app.as(ada).call('withdrawEarning', { amount: '300.50' });
    expect(part.reply).toMatchObject({
      amount: 300.5,
      receipt: { trans_Type: 'earning', trans_amount: 300.5, balance_Before: 0, balance_After: 300.5 },
    });
    const rest = await app.as(ada).call('withdrawEarning');
    expect(rest.reply).toMatchObject({ amount: 699.5, receipt: { balance_After: 1_000 } });
    expect(await referralOf(ada)).toMatchObject({ earningBalance: 0, totalEarned: 1_000, withdrawn: 1_000 });
    expect((await app.as(ada).call('withdrawEarning')).refusal.code).toBe('insufficient_balance');
  });

  it('refuses more than there is, less than the minimum, and what is no amount', async () => {
    const ada = await earning(1);
    expect((await app.as(ada).call('withdrawEarning', { amount: 500.01 })).refusal).toMatchObject({
      code: 'insufficient_balance',
      msg: 'Insufficient balance',
    });
    for (const amount of [99.99, 0, -1, '1e2', null, '']) {
      expect((await app.as(ada).call('withdrawEarning', { amount })).status).toBe(400);
    }
    await app.as(ada).call('withdrawEarning', { amount: 450 });
    const { status, refusal } = await app.as(ada).call('withdrawEarning');
    expect([status, refusal.msg]).toEqual([409, 'minimum withdrawal is ₦100.00']);
  });

  it('pays once for a hundred requests, and nothing is lost while rewards come in', async () => {
    const ada = await earning(2);
    const referees = await Promise.all(Array.from({ length: 10 }, () => referredBy(ada)));
    const [withdrawals] = await Promise.all([
      Promise.all(Array.from({ length: 100 }, () => app.as(ada).call('withdrawEarning'))),
      Promise.all(referees.map((referee) => upgrade(referee))),
    ]);
    const moved = withdrawals
      .filter(({ status }) => status === 200)
      .reduce((sum, { reply }) => sum + reply.amount, 0);
    const { earningBalance, totalEarned } = await referralOf(ada);
    expect(totalEarned).toBe(6_000);
    expect(moved + earningBalance).toBe(6_000);
    expect((await profileOf(ada)).user.balance).toBe(moved);
  });

  it('pays a stated amount once for a hundred requests when there is no more', async () => {
    const ada = await earning(1);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => app.as(ada).call('withdrawEarning', { amount: 500 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await profileOf(ada)).user.balance).toBe(500);
  });

  it('answers a repeated key with what it did', async () => {
    const ada = await earning(2);
    const first = await app.as(ada).call('withdrawEarning', { amount: 400 }, { key: 'one' });
    const again = await app.as(ada).call('withdrawEarning', { amount: 400 }, { key: 'one' });
    expect(again.reply.receipt._id).toBe(first.reply.receipt._id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await app.as(ada).call('withdrawEarning', {}, { key: 'one' })).refusal.code).toBe(
      'idempotency_key_reused',
    );
    expect((await referralOf(ada)).earningBalance).toBe(600);
    expect((await app.as(ada).call('getBalance')).reply.earningBalance).toBe(600);
  });
});
