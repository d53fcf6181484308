/** One member of staff may do less in a day than the settings let everybody: by an admin, on record, and never more than a second one confirmed. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { balanceOf } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { brokenConstraint } from '../../platform/db.ts';
import { byTwo, heldBy } from '../debits/testing/by-two.ts';
import { makeOnePerson } from '../kyc/testing/verify-identity.ts';
import { actsOf } from '../staff-actions/testing/acts.ts';
import { somebodyWaits } from '../step-up/passkeys/testing/people.ts';

const daily = {
  STAFF_ISSUE_DAILY_MAXIMUM_NAIRA: '1000',
  COUPON_DAILY_MAXIMUM_NAIRA: '1000',
  STAFF_REFUND_DAILY_MAXIMUM_NAIRA: '1000',
  STAFF_DECISION_DAILY_MAXIMUM_NAIRA: '1000',
};
const app = useTestApp({ env: daily });
const asksTwo = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '500000', STAFF_NEW_HOURS: '24' } });
const { admin, confirm } = byTwo(asksTwo);

type Installation = typeof app;
const nothing = { isAdmin: false, isAgent: false, isCouponVendor: false };
const asAdmin = { ...nothing, isAdmin: true };
const asAgent = { ...nothing, isAgent: true };
const everything = { issue: 300, coupons: 300, refund: 300, decide: 300 };
const set = (
  by: TestUser,
  { userId }: TestUser,
  rights: object,
  staffLimits?: object,
  at: Installation = app,
) =>
  at.as(by).call('setRoles', {
    id: String(userId),
    ...rights,
    ...(staffLimits !== undefined && { staffLimits }),
    reason: 'Learns the work',
    password: by.password,
  });
const boss = (at: Installation = app): Promise<TestUser> => at.make.user({ isAdmin: true });
const limitsOf = async ({ userName }: TestUser, at: Installation = app) =>
  (await at.as(await boss(at)).call('listUsers', { userName })).reply.users[0]?.staffLimits;

const { issue, coupon, refund, decide } = actsOf(app);

describe('an own limit', () => {
  it('ends what one of them issues, refunds and decides about in a day, and not what a colleague does', async () => {
    const [bola, other, ada] = [await boss(), await boss(), await app.make.user()];
    expect((await set(await boss(), bola, asAdmin, { issue: 300, refund: 150, decide: 150 })).status).toBe(
      200,
    );
    expect((await issue(bola, ada, 200)).status).toBe(200);
    const { refusal } = await issue(bola, ada, 100.01);
    expect([refusal.code, refusal.msg]).toEqual([
      'staff_daily_limit',
      'This member of the staff may issue at most ₦300.00 in one day; ₦100.00 is left today',
    ]);
    expect((await issue(bola, ada, 100)).status).toBe(200);
    for (const act of [refund, decide]) {
      expect((await act(bola)).status).toBe(200);
      expect((await act(bola)).refusal.code).toBe('staff_daily_limit');
      for (let time = 0; time < 2; time += 1) expect((await act(other)).status).toBe(200);
    }
    expect((await issue(other, ada, 1_000)).status).toBe(200);
    expect(await balanceOf(app, ada)).toBe(naira(1_300));
  });

  it('ends what they put into coupons, an admin and a vendor', async () => {
    const vendor = await app.make.user({ isCouponVendor: true, wallet: naira(5_000) });
    const [bola, ada] = [await boss(), await app.make.user()];
    expect((await set(await boss(), bola, asAdmin, { coupons: 300 })).status).toBe(200);
    const limited = await set(await boss(), vendor, { ...nothing, isCouponVendor: true }, { coupons: 300 });
    expect(limited.status).toBe(200);
    for (const maker of [bola, vendor]) {
      expect((await coupon(maker, ada, 200)).status).toBe(200);
      const { refusal } = await coupon(maker, ada, 101);
      expect([refusal.code, refusal.msg]).toEqual([
        'coupon_daily_limit',
        'You may put at most ₦300.00 into coupons in one day',
      ]);
      expect((await coupon(maker, ada, 100)).status).toBe(200);
    }
  });

  it('is not passed by many calls at once', async () => {
    const [bola, ada] = [await boss(), await app.make.user()];
    expect((await set(await boss(), bola, asAdmin, { issue: 300, coupons: 300 })).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 8 }, () => issue(bola, ada, 100)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await balanceOf(app, ada)).toBe(naira(300));
    const coupons = await Promise.all(Array.from({ length: 8 }, () => coupon(bola, ada, 100)));
    expect(coupons.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('counts from its commit on: what waited for that finds it', async () => {
    const vendor = await app.make.user({ isCouponVendor: true, wallet: naira(5_000) });
    const [bola, ada] = [await boss(), await app.make.user()];
    for (const [by, act, code] of [
      [bola, issue, 'staff_daily_limit'],
      [bola, coupon, 'coupon_daily_limit'],
      [vendor, coupon, 'coupon_daily_limit'],
    ] as const) {
      const { begun } = await app.owner.commit(async (db) => {
        await db.run('select from users where id = $1 for no key update', [by.userId]);
        const doing = act(by, ada, 100);
        await somebodyWaits(app);
        await db.run(`insert into staff_limits select $1, unnest('{issue,coupons}'::text[]), 9999`, [
          by.userId,
        ]);
        return { begun: doing };
      });
      expect((await begun).refusal.code).toBe(code);
      await app.owner.run('delete from staff_limits where user_id = $1', [by.userId]);
    }
  });

  it('of nothing lets nothing be done', async () => {
    const [bola, ada] = [await boss(), await app.make.user()];
    expect(
      (await set(await boss(), bola, asAdmin, { issue: 0, coupons: 0, refund: 0, decide: 0 })).status,
    ).toBe(200);
    const answers = [
      await issue(bola, ada, 1),
      await coupon(bola, ada, 1),
      await refund(bola),
      await decide(bola),
    ];
    expect(answers.map(({ refusal }) => refusal.code)).toEqual([
      'staff_daily_limit',
      'coupon_daily_limit',
      'staff_daily_limit',
      'staff_daily_limit',
    ]);
  });

  it('is what the setting is where that was lowered since', async () => {
    const [bola, ada] = [await boss(), await app.make.user()];
    await app.owner.run(`insert into staff_limits values ($1, 'issue', 200000)`, [bola.userId]);
    expect((await issue(bola, ada, 1_000)).status).toBe(200);
    expect((await issue(bola, ada, 1)).refusal.msg).toContain('One of the staff may issue at most ₦1,000.00');
    // It stands in nobody's way who changes another one.
    expect((await set(await boss(), bola, asAdmin, { issue: 2_000, refund: 10 })).status).toBe(200);
    expect(await limitsOf(bola)).toEqual({ issue: 2_000, refund: 10 });
    expect((await set(await boss(), bola, asAdmin, { issue: 1_999, refund: 10 })).status).toBe(400);
  });

  it('is on record for who has it, with who set it', async () => {
    const [bola, chief] = [await boss(), await boss()];
    await set(chief, bola, asAdmin, { refund: 10 });
    const events = await app.context.pool.rows(
      `select actor_id as actor, detail from security_events where user_id = $1 and what = 'roles_changed'`,
      [bola.userId],
    );
    expect(events).toEqual([{ actor: chief.userId, detail: 'admin; daily limits: Refund ₦10.00' }]);
  });

  it('is given with the role, stays as it is where nothing is said of it, and is shown', async () => {
    const [bola, chief] = [await app.make.user(), await boss()];
    const { reply } = await set(chief, bola, asAgent, { refund: '20.50' });
    expect(reply).toMatchObject({
      msg: `${bola.userName} is agent; daily limits: Refund ₦20.50`,
      user: { staffLimits: { refund: 20.5 } },
    });
    expect((await set(chief, bola, { ...asAgent, isCouponVendor: true })).status).toBe(200);
    expect(await limitsOf(bola)).toEqual({ refund: 20.5 });
    const seen = await app.as(bola).call('listUsers', { userName: bola.userName });
    expect(seen.reply.users[0]?.staffLimits).toEqual({ refund: 20.5 });
    expect((await set(chief, bola, asAgent, { refund: null })).status).toBe(200);
    expect(await limitsOf(bola)).toEqual({});
  });

  it('of another kind, which a colleague set meanwhile, stays', async () => {
    const bola = await boss();
    expect((await set(await boss(), bola, asAdmin, { refund: 100, decide: 70 })).status).toBe(200);
    expect((await set(await boss(), bola, asAdmin, { issue: 50, decide: null })).status).toBe(200);
    expect((await set(await boss(), bola, asAdmin, {})).status).toBe(200);
    expect(await limitsOf(bola)).toEqual({ refund: 100, issue: 50 });
  });

  it('ends with the last role that it is for, and an appointment begins anew', async () => {
    const [bola, chief] = [await app.make.user(), await boss()];
    expect((await set(chief, bola, { ...asAdmin, isAgent: true }, everything)).status).toBe(200);
    expect((await set(chief, bola, asAgent)).status).toBe(200);
    expect(await limitsOf(bola)).toEqual({ refund: 300 });
    expect((await set(chief, bola, nothing)).status).toBe(200);
    expect((await set(chief, bola, { ...asAdmin, isAgent: true })).status).toBe(200);
    expect(await limitsOf(bola)).toEqual({});
  });

  it('is on record once, with before, after and the reason', async () => {
    const [bola, chief] = [await app.make.user({ isAgent: true }), await boss()];
    for (const limits of [{ refund: 100 }, { refund: 100 }, { refund: 50 }])
      await set(chief, bola, asAgent, limits);
    const query = { subject: `user ${bola.userId}` };
    const { actions } = (await app.as(chief).call('listStaffActions', query)).reply;
    expect(actions.map(({ before, after, reason }) => [before, after, reason])).toEqual([
      [
        { ...asAgent, staffLimits: { refund: 100 } },
        { ...asAgent, staffLimits: { refund: 50 } },
        'Learns the work',
      ],
      [asAgent, { ...asAgent, staffLimits: { refund: 100 } }, 'Learns the work'],
    ]);
  });
});

describe('nobody', () => {
  it.each([
    [
      'more than the settings let everybody',
      asAdmin,
      { issue: 1_000.01 },
      'issue',
      'Issue: at most ₦1,000.00, which everybody may in a day',
    ],
    ['what is no sum', asAdmin, { decide: '-1' }, 'decide', 'Decide: enter a sum in naira'],
    ['what the role does not do', asAgent, { issue: 10 }, 'issue', 'Issue: a limit of admins alone'],
    [
      'anything of who is not staff',
      nothing,
      { refund: 10 },
      'refund',
      'Refund: a limit of admins and agents alone',
    ],
  ])('limits %s', async (_what, rights, limits, kind, msg) => {
    const bola = await app.make.user(rights);
    const { status, refusal } = await set(await boss(), bola, rights, limits);
    expect([status, refusal.errors]).toEqual([400, [{ field: `staffLimits.${kind}`, msg }]]);
    expect(await limitsOf(bola)).toEqual({});
  });

  it('limits themselves, nor the same person under another name', async () => {
    const [bola, twin] = [await boss(), await boss()];
    await makeOnePerson(app, bola, twin);
    for (const user of [bola, twin])
      expect((await set(bola, user, asAdmin, { issue: 10 })).refusal.code).toBe('forbidden');
  });

  it('changes a limit without a staff action by another, whatever the program checks', async () => {
    const [bola, other] = [await boss(), await boss()];
    const write = (by?: TestUser) =>
      app.context.pool.commit(async (db) => {
        await db.run(`insert into staff_limits values ($1, 'issue', 100)`, [bola.userId]);
        if (by !== undefined)
          await db.run(
            `insert into staff_actions (actor_id, action, subject, after, ip, request_id) values ($1, 'setRoles', $2, '{}', 'x', 'x')`,
            [by.userId, `user ${bola.userId}`],
          );
      });
    for (const by of [undefined, bola])
      expect(await write(by).catch(brokenConstraint)).toBe('rights_are_explained');
    await write(other);
    const remove = app.context.pool.run('delete from staff_limits where user_id = $1', [bola.userId]);
    expect(await remove.catch(brokenConstraint)).toBe('rights_are_explained');
  });
});

describe('where two are demanded', () => {
  const limit = (by: TestUser, user: TestUser, rights: object, limits?: object) =>
    set(by, user, rights, limits, asksTwo);

  it('one admin lowers what another may, and two raise it', async () => {
    const [chief, other, bola] = [await admin(), await admin(), await admin()];
    expect((await limit(chief, bola, asAdmin, { refund: 300, issue: 300 })).status).toBe(200);
    for (const more of [{ issue: null }, { refund: 301, issue: 299 }, { refund: null, issue: null }])
      heldBy(await limit(chief, bola, asAdmin, more));
    expect(await limitsOf(bola, asksTwo)).toEqual({ refund: 300, issue: 300 });
    const held = heldBy(await limit(chief, bola, asAdmin, { refund: '400', issue: 0 }));
    const rights = {
      from: { ...asAdmin, staffLimits: { refund: 300, issue: 300 } },
      to: { ...asAdmin, staffLimits: { refund: 400, issue: 0 } },
    };
    const { staffRequests } = (await asksTwo.as(other).call('listStaffRequests')).reply;
    expect(staffRequests.find(({ _id: id }) => id === held._id)?.rights).toEqual(rights);
    for (const who of [chief, bola]) expect((await confirm(who, held)).refusal.code).toBe('forbidden');
    expect((await confirm(other, held)).status).toBe(200);
    expect(await limitsOf(bola, asksTwo)).toEqual({ refund: 400, issue: 0 });
  });

  it('nothing is raised where the limits were changed since it was asked for', async () => {
    const [chief, other, bola] = [await admin(), await admin(), await admin()];
    expect((await limit(chief, bola, asAdmin, { refund: 300 })).status).toBe(200);
    const held = heldBy(await limit(chief, bola, asAdmin, { refund: null }));
    expect((await limit(other, bola, asAdmin, { refund: 100 })).status).toBe(200);
    expect((await confirm(other, held)).refusal.code).toBe('changed_meanwhile');
    expect(await limitsOf(bola, asksTwo)).toEqual({ refund: 100 });
  });

  it('one admin raises what an agent may, as one appoints them', async () => {
    const [chief, bola] = [await admin(), await asksTwo.make.user({ isAgent: true })];
    for (const limits of [{ refund: 300 }, { refund: 400 }, { refund: null }])
      expect((await limit(chief, bola, asAgent, limits)).status).toBe(200);
  });
});

describe('limits that one admin changes', () => {
  const few = useTestApp({ env: { STAFF_APPOINTMENTS_DAILY_MAXIMUM: '2' } });

  it('are so many in a day, with the appointments', async () => {
    const [chief, bola] = [await boss(few), await few.make.user()];
    const limit = (limits?: object) => set(chief, bola, asAgent, limits, few);
    for (const limits of [undefined, { refund: 300 }, { refund: 300 }])
      expect((await limit(limits)).status).toBe(200);
    expect((await limit({ refund: 200 })).refusal.code).toBe('staff_daily_limit');
  });
});
