import type { HeldReply, StaffRequest } from '@jara/contract/calls/review-queue.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp, type Answer } from '../../../test/app.ts';
import { balanceOf, buyToDecide, numberOf } from '../../../test/buying.ts';
import type { TestUser, UserInput } from '../../../test/make.ts';
import { suspendTransfer } from '../../../test/suspense.ts';
import { brokenConstraint } from '../../platform/db.ts';

const app = useTestApp({
  env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000', STAFF_ISSUE_DAILY_MAXIMUM_NAIRA: '5000' },
});
const alone = useTestApp();

const admin = (input: UserInput = {}): Promise<TestUser> => app.make.user({ isAdmin: true, ...input });

/** What waits, of an answer that must say so. */
function heldBy(answer: Answer<CallName>): StaffRequest {
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    202,
    expect.stringContaining('Nothing was done'),
  ]);
  return (answer.body as HeldReply).staffRequest; // the document says so of this status
}
const issue = (by: TestUser, to: TestUser, amount: number, options: object = {}) =>
  app.as(by).call('transferFund', { userName: to.userName, amount, reason: 'Their bank wrote' }, options);
const confirm = (by: TestUser, { _id: id }: Pick<StaffRequest, '_id'>) =>
  app.as(by).call('confirmStaffRequest', { id, reason: 'I saw the letter' });
const reject = (by: TestUser, { _id: id }: Pick<StaffRequest, '_id'>) =>
  app.as(by).call('rejectStaffRequest', { id, reason: 'There is no such letter' });
const withdraw = (by: TestUser, { _id: id }: Pick<StaffRequest, '_id'>) =>
  app.as(by).call('withdrawStaffRequest', { id });
const steps = (about: string) =>
  app.context.pool.rows<{ action: string; actor: string; reason: string | null }>(
    `select s.action, u.user_name as actor, s.reason from staff_actions s join users u on u.id = s.actor_id where s.subject = $1 order by s.id`,
    [about],
  );
const expire = ({ _id }: StaffRequest) =>
  app.owner.run(`update staff_requests set expires_at = now() - interval '1 second' where id = $1`, [_id]);

describe('beyond the sum that one of the staff moves alone', () => {
  it('money is issued when another admin confirms it, and not before', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    expect((await issue(boss, ada, 1_000)).status).toBe(200);
    const held = heldBy(await issue(boss, ada, 500));
    expect(held).toMatchObject({
      call: 'transferFund',
      subject: `user ${ada.userId}`,
      users: [ada.userName],
      amount: 500,
      reason: 'Their bank wrote',
      maker: boss.userName,
      isOwn: true,
      state: 'waiting',
      endedBy: null,
    });
    expect(await balanceOf(app, ada)).toBe(naira(1_000));
    const seen = (await app.as(other).call('listStaffRequests')).reply;
    expect(seen.staffRequests.find(({ _id }) => _id === held._id)).toMatchObject({
      isOwn: false,
      amount: 500,
    });

    const { reply } = await confirm(other, held);
    expect(reply.msg).toContain('₦500.00 is in the wallet');
    expect(reply.staffRequest).toMatchObject({ state: 'confirmed', endedBy: other.userName });
    expect(await balanceOf(app, ada)).toBe(naira(1_500));
    expect((await confirm(other, held)).refusal.code).toBe('not_waiting');
    expect(await steps(`request ${held._id}`)).toEqual([
      { action: 'askSecondPerson', actor: boss.userName, reason: 'Their bank wrote' },
      { action: 'confirmStaffRequest', actor: other.userName, reason: 'I saw the letter' },
    ]);
    expect((await steps(`user ${ada.userId}`)).map(({ actor }) => actor)).toEqual([
      boss.userName,
      boss.userName,
    ]);
  });

  it('small sums add up, each kind by itself, and what a colleague confirmed does not count', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user({ wallet: naira(5_000) })];
    const key = { key: 'first' };
    expect((await confirm(other, heldBy(await issue(boss, ada, 1_500, key)))).status).toBe(200);
    expect((await issue(boss, ada, 600, { key: 'a' })).status).toBe(200);
    const coupon = { userAccount: ada.userName, amount: 400 };
    expect((await app.as(boss).call('generateCoupon', coupon)).status).toBe(200);
    heldBy(await issue(boss, ada, 10, { key: 'b' }));
    heldBy(await app.as(boss).call('generateCoupon', { ...coupon, amount: 1, reason: 'A prize' }));
    expect((await issue(other, ada, 1_000)).status).toBe(200);
    const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100 };
    const { _id } = (await app.as(ada).call('buyAirtime', order)).reply.receipt;
    expect((await app.as(boss).call('refund', { id: _id })).status).toBe(200);
  });

  it('a coupon is made, and its code is shown to who asked alone', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const wanted = { userAccount: ada.userName, amount: 1_200, reason: 'A prize' };
    const held = heldBy(await app.as(boss).call('generateCoupon', wanted));
    const { reply } = await confirm(other, held);
    expect(reply.staffRequest.couponCode).toBeNull();
    const ended = async (by: TestUser) =>
      (await app.as(by).call('listStaffRequests', { queue: 'ended' })).reply.staffRequests.find(
        ({ _id }) => _id === held._id,
      );
    expect((await ended(other))?.couponCode).toBeNull();
    const coupon = (await ended(boss))?.couponCode ?? '';
    expect(`${reply.msg} ${JSON.stringify(reply)}`).not.toContain(coupon);
    expect((await app.as(ada).call('redeemCoupon', { coupon })).status).toBe(200);
  });

  it('a refund by an agent waits for an admin, who sees all that waits while agents see their own', async () => {
    const [agent, boss] = [await app.make.user({ isAgent: true }), await admin()];
    const ada = await app.make.user({ wallet: naira(5_000) });
    const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 1_500 };
    const { _id: id } = (await app.as(ada).call('buyAirtime', order)).reply.receipt;
    const held = heldBy(await app.as(agent).call('refund', { id, reason: 'It never came' }));
    const other = heldBy(await issue(boss, ada, 2_000));
    const ids = async (by: TestUser) =>
      (await app.as(by).call('listStaffRequests')).reply.staffRequests.map(({ _id }) => _id);
    expect(await ids(agent)).toEqual([held._id]);
    expect(await ids(boss)).toEqual(expect.arrayContaining([held._id, other._id]));
    expect((await withdraw(agent, other)).status).toBe(404);
    expect((await confirm(agent, held)).status).toBe(403);
    expect((await confirm(boss, held)).status).toBe(200);
    expect((await app.as(ada).call('getTransaction', { id })).reply.receipt.trans_Status).toBe('refunded');
  });

  it('what waits for staff and what stands in suspense is decided by two', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user({ wallet: naira(9_000) })];
    const id = await suspendTransfer(app, { naira: 1_500 });
    const decision = { id, outcome: 'credit', userName: ada.userName, reason: 'The bank wrote' };
    const held = heldBy(await app.as(boss).call('decideSuspense', decision));
    expect(held).toMatchObject({
      subject: `posting ${id}`,
      input: { outcome: 'credit', userName: ada.userName },
    });
    expect((await confirm(other, held)).status).toBe(200);
    expect(await balanceOf(app, ada)).toBe(naira(9_000 + 1_500 - 15));
    const decide = async () => app.as(boss).call('decideWaiting', await buyToDecide(app, ada));
    for (let n = 0; n < 10; n += 1) expect((await decide()).status).toBe(200);
    const last = heldBy(await decide());
    expect((await confirm(other, last)).status).toBe(200);
  });
});

describe('what waits', () => {
  it('is refused at once where it could not be done', async () => {
    const [boss, ada] = [await admin(), await app.make.user({ wallet: naira(5_000) })];
    expect((await issue(boss, ada, 6_000)).refusal.code).toBe('staff_daily_limit');
    const order = { network: 1, mobile_number: numberOf('MTN', '0001'), amount: 1_500 };
    const failed = await app.as(ada).call('buyAirtime', order);
    const { _id: id } = (failed.body as { receipt: { _id: string } }).receipt; // of this refusal too
    expect((await app.as(boss).call('refund', { id })).status).toBe(409);
    expect(
      (await app.as(boss).call('listStaffRequests')).reply.staffRequests.filter(({ isOwn }) => isOwn),
    ).toEqual([]);
  });

  it('is not confirmed by who asked, by whose money it is, nor by the same person under another name', async () => {
    const [boss, ada, twin] = [await admin(), await admin(), await admin()];
    await app.owner.run(
      `insert into identities (user_id, kind, number_hash, last_four, person_hash, full_name, provider, consented_at)
       select id, 'bvn', sha256(user_name::bytea), '1234', sha256('boss'), 'B', 'test', now() from users where id = any($1)`,
      [[boss.userId, twin.userId]],
    );
    const held = heldBy(await issue(boss, ada, 2_000));
    for (const who of [boss, ada, twin]) {
      const { status, refusal } = await confirm(who, held);
      expect([status, refusal.code]).toEqual([403, 'forbidden']);
    }
    for (const who of [boss, twin]) expect((await reject(who, held)).status).toBe(403);
    expect(await balanceOf(app, ada)).toBe(0n);
    expect((await confirm(await admin(), held)).status).toBe(200);
    const { pool } = app.context;
    const forged = (endedBy: TestUser) =>
      pool
        .run(
          `insert into staff_requests (maker_id, call, params, body, subject, user_ids, idempotency_key, is_named, request_hash, ip, request_id,
             expires_at, state, ended_by, ended_at)
           values ($1, 'refund', '{}', '{}', 'x', $2, 'forged', true, 'x', 'x', 'x', now(), 'confirmed', $3, now())`,
          [boss.userId, [ada.userId], endedBy.userId],
        )
        .catch(brokenConstraint);
    expect(await forged(boss)).toBe('staff_requests_take_two');
    expect(await forged(ada)).toBe('staff_requests_are_not_of_the_checker');
  });

  it('is answered again for the same request, by key or without one, and made once', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const first = heldBy(await issue(boss, ada, 1_100));
    const again = await issue(boss, ada, 1_100);
    expect([heldBy(again)._id, again.headers.get('idempotent-replayed')]).toEqual([first._id, 'true']);
    const keyed = heldBy(await issue(boss, ada, 1_100, { key: 'k' }));
    expect(keyed._id).not.toBe(first._id);
    expect(heldBy(await issue(boss, ada, 1_100, { key: 'k' }))._id).toBe(keyed._id);
    expect((await issue(boss, ada, 1_101, { key: 'k' })).refusal.code).toBe('idempotency_key_reused');
    expect((await confirm(other, keyed)).status).toBe(200);
    const done = await issue(boss, ada, 1_100, { key: 'k' });
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(await balanceOf(app, ada)).toBe(naira(1_100));
  });

  it('can be taken back by who asked, rejected by another, and expires; then its key does nothing', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const [back, no, old] = [
      heldBy(await issue(boss, ada, 1_100, { key: 'back' })),
      heldBy(await issue(boss, ada, 1_200, { key: 'no' })),
      heldBy(await issue(boss, ada, 1_300)),
    ];
    expect((await withdraw(other, back)).status).toBe(404);
    expect((await withdraw(boss, back)).reply.staffRequest.state).toBe('withdrawn');
    expect((await reject(other, no)).reply.staffRequest).toMatchObject({
      state: 'rejected',
      endedReason: 'There is no such letter',
    });
    await expire(old);
    for (const ended of [back, no, old]) {
      expect((await confirm(other, ended)).refusal.code).toBe('not_waiting');
      expect((await withdraw(boss, ended)).refusal.code).toBe('not_waiting');
    }
    expect((await issue(boss, ada, 1_200, { key: 'no' })).refusal.msg).toContain('rejected');
    const ended = (await app.as(boss).call('listStaffRequests', { queue: 'ended' })).reply.staffRequests;
    expect(ended.find(({ _id }) => _id === old._id)?.state).toBe('expired');
    expect(heldBy(await issue(boss, ada, 1_300))._id).not.toBe(old._id);
    expect(await balanceOf(app, ada)).toBe(0n);
  });

  it('is not done for who may not do it any more, nor beyond the day of who asked', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const [first, second] = [
      heldBy(await issue(boss, ada, 3_000, { key: 'one' })),
      heldBy(await issue(boss, ada, 3_000, { key: 'two' })),
    ];
    expect((await confirm(other, first)).status).toBe(200);
    expect((await confirm(other, second)).refusal.code).toBe('staff_daily_limit');
    const gone = await admin();
    const left = heldBy(await issue(gone, ada, 1_500));
    const dismissal = await app.as(other).call('setRoles', {
      id: String(gone.userId),
      isAdmin: false,
      isAgent: false,
      isCouponVendor: false,
      reason: 'Has left',
      password: other.password,
    });
    expect((await confirm(boss, heldBy(dismissal))).status).toBe(200);
    expect((await confirm(other, left)).refusal.code).toBe('forbidden');
    expect((await reject(other, left)).status).toBe(200);
    expect(await balanceOf(app, ada)).toBe(naira(3_000));
  });

  it('keeps no PIN, and stays as it ended', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    await app.as(boss).call('setPin', { password: boss.password, pin: '4711', pinCheck: '4711' });
    const held = heldBy(
      await app.as(boss).call('transferFund', {
        userName: ada.userName,
        amount: 1_100,
        reason: 'Their bank wrote',
        pin: '4711',
        request_id: 'r',
      }),
    );
    const { body } = await app.context.pool.get<{ body: object }>(
      'select body from staff_requests where id = $1',
      [held._id],
    );
    expect(body).toEqual({ userName: ada.userName, amount: 1_100, reason: 'Their bank wrote' });
    await confirm(other, held);
    const change = (sql: string) => app.context.pool.run(sql, [held._id]);
    expect(
      await change(`update staff_requests set state = 'rejected' where id = $1`).catch(brokenConstraint),
    ).toBe('staff_requests_end_once');
    for (const sql of [
      'update staff_requests set moved_kobo = 1 where id = $1',
      'update staff_requests set user_ids = null where id = $1',
      'delete from staff_requests where id = $1',
    ])
      await expect(change(sql)).rejects.toThrow('permission denied');
  });
});

describe('many at once', () => {
  it('confirm the same: it is done once', async () => {
    const [boss, ada] = [await admin(), await app.make.user()];
    const held = heldBy(await issue(boss, ada, 1_500));
    const checkers = await Promise.all(Array.from({ length: 6 }, () => admin()));
    const answers = await Promise.all(checkers.map((checker) => confirm(checker, held)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    expect(await balanceOf(app, ada)).toBe(naira(1_500));
  });

  it('confirm, reject and take back the same: one of them holds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [boss, other, third, ada] = [await admin(), await admin(), await admin(), await app.make.user()];
      const held = heldBy(await issue(boss, ada, 1_500));
      const answers = await Promise.all([confirm(other, held), withdraw(boss, held), reject(third, held)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      const isDone = answers[0]?.status === 200;
      expect(await balanceOf(app, ada)).toBe(isDone ? naira(1_500) : 0n);
    }
  });
});

describe('where the setting is off', () => {
  it('one of the staff moves any sum alone', async () => {
    const [boss, ada] = [await alone.make.user({ isAdmin: true }), await alone.make.user()];
    const { status } = await alone
      .as(boss)
      .call('transferFund', { userName: ada.userName, amount: 1_000_000 });
    expect(status).toBe(200);
  });
});
