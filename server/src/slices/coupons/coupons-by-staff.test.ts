/** Coupons between staff and vendors: what a vendor sees of staff, whom staff tell, and what somebody who was staff may do still. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { refuseEndedCoupon } from './coupon.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000' } });

const reason = 'The vendor gave it to a thief';
const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;
const aVendor = () => app.make.user({ isCouponVendor: true, wallet: naira(1_000) });
const anAdmin = () => app.make.user({ isAdmin: true });
const list = async (who: TestUser) => (await app.as(who).call('listCoupons', {})).reply.coupons;
const textsTo = async ({ email }: TestUser): Promise<string[]> => {
  await sendMails(app.context);
  return mailsTo(app, email).map(({ subject, text }) => `${subject}\n${text}`);
};

const generate = (maker: TestUser, owner: TestUser, key: string, amount = 300) =>
  app.as(maker).call('generateCoupon', { userAccount: owner.userName, amount }, { key });
async function makeCoupon(maker: TestUser, owner: TestUser) {
  const { couponCode: code } = (await generate(maker, owner, `for-${owner.userName}`)).reply;
  const made = (await list(maker)).find(({ ending }) => ending === code.slice(-4));
  return { id: made?._id ?? '', code };
}
const voidIt = (who: TestUser, id: string) => app.as(who).call('voidCoupon', { id, reason });

/** From admin to vendor: the same person with other rights, logged in anew. */
async function becomeVendor(admin: TestUser): Promise<TestUser> {
  const { userId } = admin;
  await app.owner.run('update users set is_admin = false, is_coupon_vendor = true where id = $1', [userId]);
  const device = { userAgent: 'test', ip: '127.0.0.1' };
  return { ...admin, token: await app.context.sessions.open(app.context.pool, userId, device) };
}

describe('a coupon that staff voided', () => {
  it('says to its vendor that it was staff, and neither who nor why', async () => {
    const [vendor, admin, ada] = [await aVendor(), await anAdmin(), await app.make.user()];
    const { id } = await makeCoupon(vendor, ada);
    await voidIt(admin, id);
    const [seen] = await list(vendor);
    expect(seen).toMatchObject({ state: 'voided', voidedBy: null, voidReason: null });
    expect(seen?.endedAt).not.toBeNull();
    const [known] = (await app.as(admin).call('listCoupons', { maker: vendor.userName })).reply.coupons;
    expect(known).toMatchObject({ voidedBy: admin.userName, voidReason: reason });
    const { transactions } = (await app.as(vendor).call('listTransactions')).reply;
    const shown = JSON.stringify([seen, transactions]);
    expect([shown.includes(admin.userName), shown.includes(reason)]).toEqual([false, false]);
  });

  it('is told by mail to who could have redeemed it, and to who had paid for it', async () => {
    const [vendor, admin, ada] = [await aVendor(), await anAdmin(), await app.make.user()];
    const { id, code } = await makeCoupon(vendor, ada);
    await voidIt(admin, id);
    const [toOwner, toVendor] = [await textsTo(ada), await textsTo(vendor)];
    expect(toOwner.filter((text) => text.includes('coupon of ₦300.00'))).toHaveLength(1);
    expect(toOwner.at(-1)).toContain(`ends in ${code.slice(-4)}`);
    expect(toVendor.at(-1)).toContain('₦300.00 is back in your wallet');
    const all = [...toOwner, ...toVendor].join();
    for (const secret of [reason, admin.userName, code]) expect(all).not.toContain(secret);
  });

  it('of issued money is told to its owner alone, and what a vendor voids is told to nobody', async () => {
    const [vendor, admin, ada, bola] = [
      await aVendor(),
      await anAdmin(),
      await app.make.user(),
      await app.make.user(),
    ];
    await voidIt(admin, (await makeCoupon(admin, ada)).id);
    expect(await textsTo(ada)).toHaveLength(1);
    expect((await textsTo(admin)).filter((text) => text.includes('coupon of'))).toEqual([]);
    await app.as(vendor).call('voidCoupon', { id: (await makeCoupon(vendor, bola)).id });
    expect([await textsTo(bola), await textsTo(vendor)]).toEqual([[], []]);
  });
});

describe('a request that is repeated once its coupon has ended', () => {
  it('says what became of it, and shows no code', async () => {
    const [vendor, ada, bola] = [await aVendor(), await app.make.user(), await app.make.user()];
    const [redeemed, voided] = [await makeCoupon(vendor, ada), await makeCoupon(vendor, bola)];
    await app.as(ada).call('redeemCoupon', { coupon: redeemed.code });
    await app.as(vendor).call('voidCoupon', { id: voided.id });
    for (const [owner, { code }, refusal] of [
      [ada, redeemed, 'coupon_used'],
      [bola, voided, 'coupon_voided'],
    ] as const) {
      const again = await generate(vendor, owner, `for-${owner.userName}`);
      expect([again.status, again.refusal.code]).toEqual([409, refusal]);
      expect(JSON.stringify(again.body)).not.toContain(code);
    }
    expect(await balanceOf(vendor)).toBe(700);
  });

  it('through a second admin, neither', async () => {
    const [boss, other, ada] = [await anAdmin(), await anAdmin(), await app.make.user()];
    const sum = 2_000;
    const held = await app
      .as(boss)
      .call('generateCoupon', { userAccount: ada.userName, amount: sum, reason }, { key: 'large' });
    const { staffRequest } = held.body as { staffRequest?: { _id: string } };
    expect(held.status).toBe(202);
    await app.as(other).call('confirmStaffRequest', { id: staffRequest?._id ?? '', reason: 'A prize' });
    const codeOf = async () =>
      (await app.as(boss).call('listStaffRequests', { queue: 'ended' })).reply.staffRequests.find(
        ({ _id }) => _id === staffRequest?._id,
      )?.couponCode;
    expect(await codeOf()).toMatch(/^[0-9A-Z]{16}$/);
    await voidIt(other, (await list(boss))[0]?._id ?? '');
    expect(await codeOf()).toBeNull();
  });
});

describe('an admin who is a vendor now', () => {
  it('neither voids nor sees the code of what was issued as admin, and still finds it', async () => {
    const [boss, ada] = [await anAdmin(), await app.make.user()];
    const { id, code } = await makeCoupon(boss, ada);
    const vendor = await becomeVendor(boss);
    expect(await list(vendor)).toMatchObject([{ _id: id, isOwn: false, state: 'open' }]);
    expect((await voidIt(vendor, id)).status).toBe(404);
    expect((await app.as(vendor).call('revealCoupon', { id, password: vendor.password })).status).toBe(404);
    const again = await generate(vendor, ada, `for-${ada.userName}`);
    expect([again.status, again.refusal.code]).toEqual([422, 'idempotency_key_reused']);
    expect(JSON.stringify(again.body)).not.toContain(code);
    expect((await app.as(ada).call('redeemCoupon', { coupon: code })).status).toBe(200);
  });
});

describe('a coupon that somebody could not take', () => {
  it('is never taken for an ended one while it reads open', () => {
    expect(() => refuseEndedCoupon({ id: 7n, state: 'open', hasExpired: false })).toThrow('coupon 7 is open');
  });
});
