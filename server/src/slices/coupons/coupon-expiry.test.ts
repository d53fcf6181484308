/** A coupon with a last day: until then it is redeemed, and after it its money is back with whoever paid. */
import { endOfDay, lagosDay } from '@jara/contract/lagos-time.ts';
import { naira } from '@jara/contract/money.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { brokenConstraint } from '../../platform/db.ts';
import { expireCoupons } from './expire-coupons.ts';

const app = useTestApp();

const dayIn = (days: number) => lagosDay(Date.now() + days * DAY_MS);
const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;
const aVendor = () => app.make.user({ isCouponVendor: true, wallet: naira(1_000) });
const redeem = (who: TestUser, coupon: string) => app.as(who).call('redeemCoupon', { coupon });

async function makeCoupon(maker: TestUser, owner: TestUser, more: Record<string, unknown> = {}) {
  const asked = { userAccount: owner.userName, amount: 300, lastDay: dayIn(1), ...more };
  const { couponCode, expiresAt } = (await app.as(maker).call('generateCoupon', asked)).reply;
  const [coupon] = (await app.as(maker).call('listCoupons', { owner: owner.userName })).reply.coupons;
  return { id: coupon?._id ?? '', code: couponCode, expiresAt };
}

/** As if it had been made two days before it was, and its last day were over. */
const makeOver = (id: string) =>
  app.owner.commit(async (db) => {
    // The record of who made it is append-only.
    await db.run('set local session_replication_role = replica');
    await db.run(
      `update coupons set created_at = created_at - interval '2 days', expires_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    await db.run(
      `update staff_actions set after = after || jsonb_build_object('expiresAt', c.expires_at)
       from coupons c where c.id = $1 and action = 'generateCoupon' and after ->> 'coupon' = c.id::text`,
      [id],
    );
  });
const findCoupon = async (who: TestUser, id: string) =>
  (await app.as(who).call('listCoupons')).reply.coupons.find(({ _id }) => _id === id);

describe('the last day of a coupon', () => {
  it('is over at midnight in Lagos, and said to its maker', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const { id, code, expiresAt } = await makeCoupon(vendor, ada);
    expect(expiresAt).toBe(endOfDay(dayIn(1)).toISOString());
    expect(await findCoupon(vendor, id)).toMatchObject({ state: 'open', expiresAt });
    const shown = await app.as(vendor).call('revealCoupon', { id, password: vendor.password });
    expect(shown.reply.expiresAt).toBe(expiresAt);
    expect((await redeem(ada, code)).status).toBe(200);
  });

  it.each([
    ['yesterday', dayIn(-1), 'This day is over: choose today or a later one'],
    ['in two years', dayIn(700), 'Choose a day within a year'],
    ['no day', '2026-02-30', 'Enter the day as YYYY-MM-DD'],
    ['words', 'tomorrow', 'Enter the day as YYYY-MM-DD'],
  ])('is refused when it is %s', async (_, lastDay, msg) => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const { refusal } = await app
      .as(vendor)
      .call('generateCoupon', { userAccount: ada.userName, amount: 300, lastDay });
    expect(refusal.errors).toEqual([{ field: 'lastDay', msg }]);
    expect(await balanceOf(vendor)).toBe(1_000);
  });

  it('may be today and a year from now, and none when it is empty', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    expect((await makeCoupon(vendor, ada, { lastDay: dayIn(0) })).expiresAt).toBeDefined();
    expect((await makeCoupon(vendor, ada, { lastDay: dayIn(365) })).expiresAt).toBeDefined();
    expect((await makeCoupon(vendor, ada, { lastDay: '' })).expiresAt).toBeUndefined();
  });

  it('belongs to the request: another one by the same key is refused', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const asked = { userAccount: ada.userName, amount: 300, lastDay: dayIn(1) };
    const key = 'a-coupon-of-a-day';
    const first = (await app.as(vendor).call('generateCoupon', asked, { key })).reply;
    expect((await app.as(vendor).call('generateCoupon', asked, { key })).reply.couponCode).toBe(
      first.couponCode,
    );
    expect(
      (await app.as(vendor).call('generateCoupon', { ...asked, lastDay: dayIn(2) }, { key })).refusal.code,
    ).toBe('idempotency_key_reused');
  });
});

describe('a coupon whose last day is over', () => {
  it('is not redeemed any more, not even before its money was returned', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const { id, code } = await makeCoupon(vendor, ada);
    await makeOver(id);
    expect((await redeem(ada, code)).refusal.code).toBe('coupon_expired');
    const shown = await app.as(vendor).call('revealCoupon', { id, password: vendor.password });
    expect(shown.refusal.code).toBe('coupon_expired');
    expect(await balanceOf(ada)).toBe(0);
  });

  it('has its money returned though those before it fail, which come up again', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const [stuck, next] = [await makeCoupon(vendor, ada), await makeCoupon(vendor, ada)];
    for (const { id } of [stuck, next]) await makeOver(id);
    await app.owner.run(
      `create function stay() returns trigger language plpgsql as $$ begin raise 'it stays'; end $$`,
    );
    await app.owner.run(
      `create trigger stay before update on coupons for each row when (old.id = ${stuck.id}) execute function stay()`,
    );
    await expireCoupons(app.context, 1);
    await app.owner.run('drop function stay cascade');
    expect(app.takeErrors()).toEqual([expect.stringContaining('could not be returned')]);
    expect(await findCoupon(vendor, next.id)).toMatchObject({ state: 'expired' });
    expect(await findCoupon(vendor, stuck.id)).toMatchObject({ state: 'open' });
    await expireCoupons(app.context);
    expect(await findCoupon(vendor, stuck.id)).toMatchObject({ state: 'expired' });
    expect(await balanceOf(vendor)).toBe(1_000);
  });

  it('has its money returned once to the vendor who paid, and its owner is mailed', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const { id, code } = await makeCoupon(vendor, ada);
    const open = await makeCoupon(vendor, ada, { amount: 200 });
    await makeOver(id);
    await Promise.all([expireCoupons(app.context), expireCoupons(app.context)]);
    await expireCoupons(app.context);
    expect(await balanceOf(vendor)).toBe(800);
    expect(await findCoupon(vendor, id)).toMatchObject({ state: 'expired', voidedBy: null, hasCode: false });
    expect(await findCoupon(vendor, open.id)).toMatchObject({ state: 'open' });
    const { transactions } = (await app.as(vendor).call('listTransactions')).reply;
    expect(transactions[0]).toMatchObject({
      trans_amount: 300,
      balance_After: 800,
      description: `Coupon for ${ada.userName} expired`,
    });
    expect((await redeem(ada, code)).refusal.code).toBe('coupon_expired');
    expect((await app.as(vendor).call('voidCoupon', { id })).refusal.code).toBe('coupon_expired');
    const expired = (await app.as(vendor).call('listCoupons', { state: 'expired' })).reply.coupons;
    expect(expired.map(({ _id }) => _id)).toEqual([id]);
    await sendMails(app.context);
    expect(mailsTo(app, `${ada.userName}@people.example`).map(({ subject }) => subject)).toEqual([
      'A Jara coupon of ₦300.00 has expired',
    ]);
  });

  it('that an admin issued is issued no more', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const { id } = await makeCoupon(admin, ada, { reason: 'A prize' });
    await makeOver(id);
    await expireCoupons(app.context);
    const { entries } = await app.owner.get<{ entries: string[] }>(
      `select array_agg(a.kind || ' ' || e.amount order by e.leg) as entries from postings p
       join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
       where p.code = 'coupon.void' and p.reference = $1`,
      [id],
    );
    expect(entries).toEqual(['coupon_liability -30000', 'issuance 30000']);
  });

  it('keeps its money where it is while the shop is closed after a restore', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const { id } = await makeCoupon(vendor, ada);
    await makeOver(id);
    await app.owner.run('insert into recoveries (restored_to) values (now())');
    try {
      await expireCoupons(app.context);
      expect(await findCoupon(vendor, id)).toMatchObject({ state: 'open' });
    } finally {
      await app.owner.run(`update recoveries set opened_at = now(), reason = 'seen' where opened_at is null`);
    }
  });

  it('cannot be ended by nobody before that: the database refuses it', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const { id } = await makeCoupon(vendor, ada);
    const ended = app.owner.run(
      `update coupons set voided_at = now(), sealed_code = null, void_transaction_id = nextval('transactions_id_seq') where id = $1`,
      [id],
    );
    await expect(ended.catch((error: unknown) => Promise.reject(brokenConstraint(error)))).rejects.toBe(
      'ended_coupons_say_by_whom',
    );
  });
});
