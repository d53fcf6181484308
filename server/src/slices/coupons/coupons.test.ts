import { naira } from '@jara/contract/money.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { COUPON_DAILY_MAXIMUM_NAIRA: '2000000', TRUSTED_PROXIES: '127.0.0.1' } });

const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;
const generate = (maker: TestUser, owner: TestUser, amount: unknown = 500, key?: string) =>
  app
    .as(maker)
    .call('generateCoupon', { userAccount: owner.userName, amount }, key === undefined ? {} : { key });
const redeem = (user: TestUser, coupon: string, key?: string) =>
  app.as(user).call('redeemCoupon', { coupon }, key === undefined ? {} : { key });
const couponFor = async (owner: TestUser, amount = 500) =>
  (await generate(await app.make.user({ isAdmin: true }), owner, amount)).reply.couponCode;

/** The events of this user from now on. */
function followed(user: TestUser): unknown[] {
  const received: unknown[] = [];
  onTestFinished(app.context.events.follow(user.userId, (event) => received.push(event)));
  return received;
}

describe('making a coupon', () => {
  it('gives an admin a code of issued money, for one user', async () => {
    const [admin, ada] = [
      await app.make.user({ isAdmin: true, wallet: naira(1_000) }),
      await app.make.user(),
    ];
    const { reply } = await generate(admin, ada, '250.50');
    expect(reply).toMatchObject({ owner: ada.userName, amount: 250.5 });
    expect(reply.couponCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(await balanceOf(admin)).toBe(1_000);
    const saved = JSON.stringify(await app.context.pool.rows('select c::text as coupon from coupons c'));
    expect(saved).not.toContain(reply.couponCode);
    const actions = await app.context.pool.rows(
      `select action, subject, after from staff_actions where actor_id = $1`,
      [admin.userId],
    );
    expect(actions).toMatchObject([{ action: 'generateCoupon', subject: `user ${ada.userId}` }]);
    expect(JSON.stringify(actions)).not.toContain(reply.couponCode);
  });

  it('keeps the reason of an admin, who may leave it out', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const coupon = { userAccount: ada.userName, amount: 5 };
    for (const reason of [undefined, ' ', ' Won the draw '])
      expect((await app.as(admin).call('generateCoupon', { ...coupon, reason })).status).toBe(200);
    const sql = 'select reason from staff_actions where actor_id = $1 order by id';
    const actions = await app.context.pool.rows<{ reason: string | null }>(sql, [admin.userId]);
    expect(actions.map(({ reason }) => reason)).toEqual([null, null, 'Won the draw']);
  });

  it('takes the money of a vendor from the own wallet, with a transaction', async () => {
    const vendor = await app.make.user({ isCouponVendor: true, wallet: naira(600) });
    const ada = await app.make.user();
    expect((await generate(vendor, ada)).status).toBe(200);
    expect(await balanceOf(vendor)).toBe(100);
    const { transactions } = (await app.as(vendor).call('listTransactions')).reply;
    expect(transactions).toMatchObject([
      { trans_Type: 'wallet', trans_amount: 500, balance_Before: 600, balance_After: 100 },
    ]);
    const { receipt } = (await app.as(vendor).call('getTransaction', { id: transactions[0]?._id })).reply;
    expect(receipt.timeline).toMatchObject([{ step: 'paid' }]);
    expect((await generate(vendor, ada)).refusal).toMatchObject({
      code: 'insufficient_balance',
      msg: 'Insufficient balance',
    });
    expect(await balanceOf(vendor)).toBe(100);
  });

  it('is for admins and vendors only', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    for (const user of [
      ada,
      await app.make.user({ isAgent: true }),
      await app.make.user({ userType: 'partner' }),
    ]) {
      expect((await generate(user, ada)).status).toBe(403);
    }
    expect((await app.anybody().call('generateCoupon', { userAccount: 'x', amount: 1 })).status).toBe(401);
  });

  it('asks for the username with the blank of the specification, and for an amount', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    for (const body of [{ amount: 500 }, { userAccount: ' ', amount: 500 }, {}]) {
      const { status, refusal } = await app.as(admin).call('generateCoupon', body);
      expect([status, refusal.msg]).toEqual([400, 'All fields are required ']);
    }
    for (const amount of [0, 0.5, '1e3', -5, 1_000_001, true]) {
      expect((await generate(admin, ada, amount)).status).toBe(400);
    }
    for (const userAccount of ['nobody_here', 'no name at all!']) {
      const nobody = await app.as(admin).call('generateCoupon', { userAccount, amount: 5 });
      expect([nobody.status, nobody.refusal.errors?.[0]?.field]).toEqual([404, 'userAccount']);
    }
  });

  it('shows the same code to a repeated request, and takes the money once', async () => {
    const vendor = await app.make.user({ isCouponVendor: true, wallet: naira(5_000) });
    const ada = await app.make.user();
    const answers = await Promise.all(Array.from({ length: 20 }, () => generate(vendor, ada, 500, 'same')));
    const codes = new Set(
      answers.filter(({ status }) => status === 200).map(({ reply }) => reply.couponCode),
    );
    expect(codes.size).toBe(1);
    expect(await balanceOf(vendor)).toBe(4_500);
    const again = await generate(vendor, ada, 500, 'same');
    expect([again.headers.get('idempotent-replayed'), codes.has(again.reply.couponCode)]).toEqual([
      'true',
      true,
    ]);
    expect((await generate(vendor, ada, 501, 'same')).refusal.code).toBe('idempotency_key_reused');
    const other = await generate(vendor, ada, 500, 'another');
    expect(codes.has(other.reply.couponCode)).toBe(false);
  });

  it('may be of one naira, and no more than the day leaves, which it says', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    expect((await generate(admin, ada, 1)).status).toBe(200);
    expect((await generate(admin, ada, '0.99')).refusal.msg).toBe('enter a valid amount');
    expect((await generate(admin, ada, 1_000_000)).status).toBe(200);
    expect((await generate(admin, ada, 1_000_000)).refusal).toMatchObject({
      code: 'coupon_daily_limit',
      msg: 'You may put at most ₦2,000,000.00 into coupons in one day',
    });
  });

  it('knows it again by its last four signs, which are on record with the maker', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const ending = (await generate(admin, ada)).reply.couponCode.slice(-4);
    expect(
      await app.context.pool.rows(
        `select c.code_ending, s.after ->> 'ending' as ending from coupons c
         join staff_actions s on s.after ->> 'coupon' = c.id::text where c.maker_id = $1`,
        [admin.userId],
      ),
    ).toEqual([{ code_ending: ending, ending }]);
  });

  it('tells the vendor who looks, once', async () => {
    const vendor = await app.make.user({ isCouponVendor: true, wallet: naira(2_000) });
    const ada = await app.make.user();
    const received = followed(vendor);
    for (const key of ['one', 'one', 'two']) expect((await generate(vendor, ada, 500, key)).status).toBe(200);
    const { transactions } = (await app.as(vendor).call('listTransactions')).reply;
    const known = transactions.toReversed().map(({ _id, clientReference }) => ({ _id, clientReference }));
    await expect.poll(() => received).toEqual(known.map((one) => ({ type: 'transaction', ...one })));
  });

  it('makes no second code of a key that was forgotten, since it would be the same code', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    expect((await generate(admin, ada, 500, 'old')).status).toBe(200);
    await app.owner.run('delete from idempotency_keys where user_id = $1', [admin.userId]);
    const { status, refusal } = await generate(admin, ada, 500, 'old');
    expect([status, refusal.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('begins its day at midnight in Lagos: a coupon of the moment before does not count, one of that moment does', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const put = (moment: string) =>
      app.owner.run(
        `update coupons set created_at = (
           select ${moment} from (select now()::timestamptz(0) - ((extract(epoch from now())::bigint + 3600) % 86400) * interval '1 second' as midnight) d)
         where maker_id = $1`,
        [admin.userId],
      );
    const half = 1_000_000;
    for (const amount of [half, half]) expect((await generate(admin, ada, amount)).status).toBe(200);
    expect((await generate(admin, ada)).refusal.code).toBe('coupon_daily_limit');
    await put('midnight');
    expect((await generate(admin, ada)).refusal.code).toBe('coupon_daily_limit');
    await put(`midnight - interval '1 millisecond'`);
    expect((await generate(admin, ada)).status).toBe(200);
  });

  it('ends at the daily maximum, however many come at once', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => generate(admin, ada, 600_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 200)?.refusal.code).toBe('coupon_daily_limit');
  });
});

describe('redeeming a coupon', () => {
  it('credits the owner once, whatever name is sent and however the code is written', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const code = await couponFor(ada);
    const written = ` ${code
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
      .replace(/(.{4})/g, '$1-')} `;
    const { reply } = await app.as(ada).call('redeemCoupon', { userName: bola.userName, coupon: written });
    expect(reply).toMatchObject({
      amount: 500,
      receipt: { trans_Type: 'wallet', trans_amount: 500, balance_Before: 0, balance_After: 500 },
    });
    expect(await balanceOf(ada)).toBe(500);
    expect(await balanceOf(bola)).toBe(0);
    const { status, refusal } = await redeem(ada, code);
    expect([status, refusal.code]).toEqual([409, 'coupon_used']);
  });

  it('asks for a code', async () => {
    const ada = await app.make.user();
    for (const body of [{}, { coupon: '' }, { coupon: '  ' }]) {
      const { status, refusal } = await app.as(ada).call('redeemCoupon', body);
      expect([status, refusal.msg]).toEqual([400, 'Enter a coupon code']);
    }
    expect((await app.anybody().call('redeemCoupon', { coupon: 'X' })).status).toBe(401);
  });

  it('tells a code of another user from no code by nothing', async () => {
    const [ada, thief] = [await app.make.user(), await app.make.user()];
    const code = await couponFor(ada);
    const theirs = await redeem(thief, code);
    const nobodys = await redeem(thief, '0000000000000000');
    expect([theirs.status, theirs.refusal.code, theirs.refusal.msg]).toEqual([
      404,
      'coupon_invalid',
      nobodys.refusal.msg,
    ]);
    expect((await redeem(ada, code)).status).toBe(200);
  });

  it('answers a repeated key with the same receipt', async () => {
    const ada = await app.make.user();
    const code = await couponFor(ada);
    const first = await redeem(ada, code, 'once');
    const again = await redeem(ada, code, 'once');
    expect(again.reply.receipt._id).toBe(first.reply.receipt._id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await redeem(ada, await couponFor(ada), 'once');
    expect([other.status, other.refusal.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await balanceOf(ada)).toBe(500);
  });

  it('tells the owner who looks, once', async () => {
    const ada = await app.make.user();
    const [first, second] = [await couponFor(ada), await couponFor(ada)];
    const received = followed(ada);
    const made = new Map<string, string>();
    for (const [code, key] of [
      [first, 'one'],
      [first, 'one'],
      [second, 'two'],
    ] as const)
      made.set((await redeem(ada, code, key)).reply.receipt._id, key);
    expect(made.size).toBe(2);
    const known = [...made].map(([_id, clientReference]) => ({ _id, status: 'success', clientReference }));
    await expect.poll(() => received).toEqual(known.map((one) => ({ type: 'transaction', ...one })));
  });
});

describe('two hundred requests of twenty users for one coupon', () => {
  it('pay once', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => app.make.user()));
    const [owner] = users;
    if (owner === undefined) throw new Error('no users');
    const code = await couponFor(owner);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => users)
        .flat()
        .map((user) => redeem(user, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404, 409, 429]));
    const balances = await Promise.all(users.map(balanceOf));
    expect(balances).toEqual([500, ...Array.from({ length: 19 }, () => 0)]);
  });
});
