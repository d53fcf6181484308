/** What one of the staff has done of what they may do in a day is shown as it is counted, and whoever has a limit is mailed what it was and is. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { actsOf } from './testing/acts.ts';

const app = useTestApp();
const { issue, coupon, refund, decide } = actsOf(app);
const nothing = { isAdmin: false, isAgent: false, isCouponVendor: false };
const asAdmin = { ...nothing, isAdmin: true };
const asAgent = { ...nothing, isAgent: true };
const boss = (): Promise<TestUser> => app.make.user({ isAdmin: true });
const set = async ({ userId }: TestUser, rights: object, staffLimits: object) => {
  const by = await boss();
  const input = { id: String(userId), ...rights, staffLimits, reason: 'Learns', password: by.password };
  expect((await app.as(by).call('setRoles', input)).status).toBe(200);
};

describe('what was done today', () => {
  const usedBy = async ({ userName }: TestUser) =>
    (await app.as(await boss()).call('listUsers', { userName })).reply.users[0]?.staffUsedToday;

  it('is shown of each kind, and is what counts against the limit', async () => {
    const [bola, ada] = [await boss(), await app.make.user()];
    const acts = [issue(bola, ada, 200.5), coupon(bola, ada, 30), refund(bola), decide(bola)];
    for (const { status } of await Promise.all(acts)) expect(status).toBe(200);
    const used = await usedBy(bola);
    expect(used).toMatchObject({ issue: 200.5, coupons: 30 });
    const { issue: issued = 0, coupons = 0, refund: refunded = 0, decide: decided = 0 } = used ?? {};
    expect(refunded).toBeGreaterThan(0);
    expect(decided).toBeGreaterThan(0);
    const oneMore = { issue: issued + 1, coupons: coupons + 1, refund: refunded + 1, decide: decided + 1 };
    await set(bola, asAdmin, oneMore);
    for (const answer of [await issue(bola, ada, 1.01), await refund(bola), await decide(bola)])
      expect(answer.refusal.msg).toContain('₦1.00 is left today');
    expect((await coupon(bola, ada, 1.01)).refusal.code).toBe('coupon_daily_limit');
    for (const act of [issue, coupon]) expect((await act(bola, ada, 1)).status).toBe(200);
    expect(await usedBy(bola)).toEqual({ issue: 201.5, coupons: 31, refund: refunded, decide: decided });
  });

  it('is nothing of the day before, nor of what counts against no limit', async () => {
    const [bola, ada] = [await boss(), await app.make.user()];
    expect((await coupon(bola, ada, 30)).status).toBe(200);
    await app.owner.run(
      `update coupons set created_at = created_at - interval '25 hours' where maker_id = $1`,
      [bola.userId],
    );
    await app.owner.run(
      `insert into staff_actions (actor_id, action, subject, after, ip, request_id, moved_kobo, done_at)
       values ($1, 'correctContactDetails', 'user 1', '{}', 'x', 'x', 500, now()),
         ($1, 'transferFund', 'user 1', '{}', 'x', 'x', 500, now() - interval '25 hours')`,
      [bola.userId],
    );
    expect(await usedBy(bola)).toEqual({ issue: 0, coupons: 0, refund: 0, decide: 0 });
  });

  it('is shown of what their roles do', async () => {
    const [agent, vendor] = [
      await app.make.user({ isAgent: true }),
      await app.make.user({ isCouponVendor: true, wallet: naira(500) }),
    ];
    expect((await coupon(vendor, agent, 100)).status).toBe(200);
    expect(await usedBy(agent)).toEqual({ refund: 0 });
    expect(await usedBy(vendor)).toEqual({ coupons: 100 });
    expect(await usedBy(await app.make.user())).toEqual({});
  });
});

it('whoever has a limit is mailed what it was and is, once for each change', async () => {
  const bola = await app.make.user({ isAgent: true });
  await set(bola, asAgent, { refund: 5_000 });
  for (let time = 0; time < 2; time += 1)
    await set(bola, { ...asAgent, isCouponVendor: true }, { refund: 20_000, coupons: 100 });
  await set(bola, { ...asAgent, isCouponVendor: true }, { refund: null });
  await sendMails(app.context);
  const mails = mailsTo(app, bola.email);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(1);
  const changed = `Daily limits of your account ${bola.userName} changed.`;
  const [first, second, ...rest] = mails.map(({ text }) => text.replaceAll(/\s+/g, ' '));
  expect(first).toContain(
    `${changed} Refund: ₦5,000.00, before: as much as everybody. If you did not expect this, tell us.`,
  );
  expect(first).not.toContain('now.');
  expect(second).toContain(
    `is agent and coupon vendor now. Before it was agent. ${changed} Coupons: ₦100.00. Refund: ₦20,000.00, before: ₦5,000.00. Where`,
  );
  expect(rest).toEqual([
    expect.stringContaining(`${changed} Refund: as much as everybody, before: ₦20,000.00. If`),
  ]);
});
