import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { verifyIdentity } from '../kyc/testing/verify-identity.ts';
import type { TestUser } from '../../../test/make.ts';
import { walletBalance } from '../../ledger/balances.ts';

const app = useTestApp({ env: { TRANSFER_MAXIMUM_NAIRA: '50000' } });
const send = (from: TestUser, to: TestUser | string, amount: unknown, more: object = {}, key?: string) =>
  app
    .as(from)
    .call(
      'transferFund',
      { userName: typeof to === 'string' ? to : to.userName, amount, ...more },
      key === undefined ? {} : { key },
    );
const holds = async (user: TestUser): Promise<bigint> =>
  (await walletBalance(app.context.pool, user.userId)).balance;
const named = async (user: TestUser, fullName: string): Promise<TestUser> => {
  await app.context.pool.run('update users set full_name = $2 where id = $1', [user.userId, fullName]);
  return user;
};
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const set = (isOpen: boolean) =>
    app.context.pool.run(
      `update services set is_open = $1 where name = 'transfer' and service_type = 'wallet'`,
      [isOpen],
    );
  await set(false);
  try {
    return await work();
  } finally {
    await set(true);
  }
}

describe('a transfer', () => {
  it('moves the amount and shows on both sides', async () => {
    const ada = await named(await app.make.user({ wallet: naira(1_000) }), 'Adaeze Ngozi Obi');
    const chidi = await named(await app.make.user(), 'chidi');
    const { reply } = await send(ada, chidi, '250.50', { note: '  school   fees ' });
    expect(reply.msg).toBe('₦250.50 is in the wallet of Chidi');
    expect(reply.receipt).toMatchObject({
      trans_Type: 'transfer',
      trans_Status: 'success',
      trans_amount: 250.5,
      balance_Before: 1_000,
      balance_After: 749.5,
      description: `To Chidi (${chidi.userName}): school fees`,
    });
    expect(reply.receipt.timeline.map(({ step }) => step)).toEqual(['paid', 'credited']);
    const received = (await app.as(chidi).call('listTransactions')).reply.transactions;
    expect(received).toMatchObject([
      {
        trans_Type: 'transfer',
        trans_amount: 250.5,
        balance_Before: 0,
        balance_After: 250.5,
        description: `From Adaeze O. (${ada.userName}): school fees`,
      },
    ]);
    expect([await holds(ada), await holds(chidi)]).toEqual([74_950n, 25_050n]);
  });

  it('of a user name in capitals reaches the same user, down to the last naira', async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(5) }), await app.make.user()];
    expect((await send(ada, chidi.userName.toUpperCase(), 5)).status).toBe(200);
    expect([await holds(ada), await holds(chidi)]).toEqual([0n, 500n]);
  });

  it.each([
    ['nobody', { userName: '', amount: 5 }, 400, 'Enter a username'],
    ['no name', { amount: 5 }, 400, 'Enter a username'],
    ['no amount', { userName: 'chidi' }, 400, 'enter a valid amount'],
    ['a sign', { userName: 'chidi', amount: -5 }, 400, 'enter a valid amount'],
    ['fractions of a kobo', { userName: 'chidi', amount: '5.001' }, 400, 'enter a valid amount'],
    ['words', { userName: 'chidi', amount: 'five' }, 400, 'enter a valid amount'],
    [
      'a name that nobody has',
      { userName: 'nobody_at_all', amount: 5 },
      404,
      'Nobody here has this username',
    ],
    ['a name that nobody can have', { userName: 'x', amount: 5 }, 404, 'Nobody here has this username'],
    ['less than a naira', { userName: 'chidi', amount: 0.99 }, 400, 'minimum transfer is ₦1.00'],
    ['nothing', { userName: 'chidi', amount: 0 }, 400, 'minimum transfer is ₦1.00'],
    ['too much', { userName: 'chidi', amount: 50_001 }, 400, 'maximum transfer is ₦50,000.00'],
    [
      'a direction mark',
      { userName: 'chidi', amount: 5, note: 'a\u202eb' },
      400,
      'Use letters, digits and signs only',
    ],
  ])('of %s is refused', async (_what, body, status, msg) => {
    const ada = await app.make.user({ wallet: naira(100) });
    const { status: got, refusal } = await app.as(ada).call('transferFund', body);
    expect([got, refusal.msg]).toEqual([status, msg]);
    expect(await holds(ada)).toBe(10_000n);
  });

  it('to oneself is refused', async () => {
    const ada = await app.make.user({ wallet: naira(100) });
    expect((await send(ada, ada, 5)).refusal.errors).toEqual([
      { field: 'userName', msg: 'You cannot send money to yourself' },
    ]);
  });

  it('of more than the wallet holds is refused', async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(100) }), await app.make.user()];
    const { status, refusal } = await send(ada, chidi, 100.01);
    expect([status, refusal.code, refusal.msg]).toEqual([
      409,
      'insufficient_balance',
      'Insufficient balance',
    ]);
  });

  it('waits for nobody while the service is locked', async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(100) }), await app.make.user()];
    const { status, refusal } = await whileLocked(() => send(ada, chidi, 5));
    expect([status, refusal.code]).toEqual([423, 'service_locked']);
    expect((await send(ada, chidi, 5)).status).toBe(200);
  });

  it('with a key happens once', async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(100) }), await app.make.user()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ada, chidi, 40, {}, 'rent')));
    expect(new Set(answers.map(({ reply }) => reply.receipt._id)).size).toBe(1);
    expect(await holds(chidi)).toBe(4_000n);
    expect((await send(ada, chidi, 41, {}, 'rent')).refusal.code).toBe('idempotency_key_reused');
  });

  it('of one wallet a hundred times at once leaves once', async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(100) }), await app.make.user()];
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(ada, chidi, 100)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await holds(ada), await holds(chidi)]).toEqual([0n, 10_000n]);
  });

  it('that crosses another one waits for it', async () => {
    const [ada, chidi] = [
      await app.make.user({ wallet: naira(1_000) }),
      await app.make.user({ wallet: naira(1_000) }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        n % 2 === 0 ? send(ada, chidi, 3, { force: true }) : send(chidi, ada, 3, { force: true }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([await holds(ada), await holds(chidi)]).toEqual([100_000n, 100_000n]);
  });
});

describe('money from an admin', () => {
  it('is issued, shows at the receiver, and is a staff action', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true, wallet: naira(1) }), await app.make.user()];
    const body = { reason: 'paid at the counter', note: 'cash' };
    const { reply } = await whileLocked(() => send(admin, ada, 40_000, body, 'cash-1'));
    expect(reply.receipt).toMatchObject({
      trans_UserName: ada.userName,
      balance_After: 40_000,
      description: 'From support: cash',
    });
    const again = await send(admin, ada, 40_000, body, 'cash-1');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.reply.receipt._id).toBe(reply.receipt._id);
    expect([await holds(admin), await holds(ada)]).toEqual([100n, 4_000_000n]);
    const actions = await app.context.pool.rows(
      'select action, subject, before, after, reason from staff_actions where actor_id = $1',
      [admin.userId],
    );
    expect(actions).toEqual([
      {
        action: 'transferFund',
        subject: `user ${ada.userId}`,
        before: { balanceKobo: '0' },
        after: { balanceKobo: '4000000', issuedKobo: '4000000', transaction: reply.receipt._id },
        reason: 'paid at the counter',
      },
    ]);
  });

  it('does not go to that admin', async () => {
    const admin = await app.make.user({ isAdmin: true });
    expect((await send(admin, admin, 5)).status).toBe(400);
  });
});

describe('validateUser', () => {
  it('tells the masked name', async () => {
    const ada = await named(await app.make.user(), 'adaeze obi');
    const { reply } = await app
      .as(await app.make.user())
      .call('validateUser', { userName: ` ${ada.userName} ` });
    expect(reply).toEqual({
      name: 'Adaeze O.',
      userName: ada.userName,
      isVerified: false,
      newReceiver: null,
    });
  });

  it('says whom a register knows', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const isVerified = async () =>
      (await app.as(bola).call('validateUser', { userName: ada.userName })).reply.isVerified;
    await app.as(ada).call('updateKyc', { nin: '71230005555' });
    expect(await isVerified()).toBe(false);
    await verifyIdentity(app, ada, { nin: '71230005555' });
    expect(await isVerified()).toBe(true);
  });

  it('takes a session', async () => {
    expect((await app.anybody().call('validateUser', { userName: 'ada' })).status).toBe(401);
    expect((await app.anybody().call('transferFund', { userName: 'ada', amount: 1 })).status).toBe(401);
  });
});
