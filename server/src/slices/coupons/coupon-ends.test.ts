/** What becomes of a coupon that nobody has redeemed: it is found in a list, its code is shown again, and it is voided. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { rowsRead } from '../../../test/database.ts';
import type { TestUser } from '../../../test/make.ts';
import { brokenConstraint } from '../../platform/db.ts';
import { couponState } from './coupon.ts';

const app = useTestApp();

const reason = 'The code got lost';
const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;
const aVendor = (wallet = naira(1_000)) => app.make.user({ isCouponVendor: true, wallet });
const anAdmin = () => app.make.user({ isAdmin: true });
const list = async (who: TestUser, filter: Record<string, unknown> = {}) =>
  (await app.as(who).call('listCoupons', filter)).reply.coupons;

/** Gives the id and the code of a new one. */
async function makeCoupon(maker: TestUser, owner: TestUser, amount = 300) {
  const { couponCode } = (await app.as(maker).call('generateCoupon', { userAccount: owner.userName, amount }))
    .reply;
  const [coupon] = await list(maker, { owner: owner.userName });
  return { id: coupon?._id ?? '', code: couponCode };
}
const voidIt = (who: TestUser, id: string, more: Record<string, unknown> = { reason }) =>
  app.as(who).call('voidCoupon', { id, ...more });
const redeem = (who: TestUser, coupon: string) => app.as(who).call('redeemCoupon', { coupon });
const reveal = (who: TestUser, id: string, password = who.password) =>
  app.as(who).call('revealCoupon', { id, password });

describe('the list of coupons', () => {
  it('has those of a vendor for that vendor, and all for an admin, without their codes', async () => {
    const [vendor, other, admin, ada] = [
      await aVendor(),
      await aVendor(),
      await anAdmin(),
      await app.make.user(),
    ];
    const { id, code } = await makeCoupon(vendor, ada);
    const { id: foreign } = await makeCoupon(other, ada);
    const coupons = await list(vendor);
    expect(coupons).toEqual([
      {
        _id: id,
        ending: code.slice(-4),
        owner: ada.userName,
        maker: vendor.userName,
        isOwn: true,
        isIssued: false,
        amount: 300,
        state: 'open',
        hasCode: true,
        createdAt: expect.any(String),
        expiresAt: null,
        endedAt: null,
        voidedBy: null,
        voidReason: null,
      },
    ]);
    expect(JSON.stringify(coupons)).not.toContain(code);
    expect((await list(admin, { owner: ada.userName })).map(({ _id }) => _id)).toEqual([foreign, id]);
    expect((await list(admin, { maker: other.userName })).map(({ _id }) => _id)).toEqual([foreign]);
    expect(await list(vendor, { maker: other.userName })).toEqual([]);
  });

  it('is narrowed to a state, and refuses one that is none', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const [redeemed, voided, open] = [
      await makeCoupon(vendor, ada),
      await makeCoupon(vendor, ada),
      await makeCoupon(vendor, ada),
    ];
    await redeem(ada, redeemed.code);
    await voidIt(vendor, voided.id, {});
    for (const [state, { id }] of [
      ['redeemed', redeemed],
      ['voided', voided],
      ['open', open],
    ] as const)
      expect((await list(vendor, { state })).map(({ _id }) => _id)).toEqual([id]);
    expect((await app.as(vendor).call('listCoupons', { state: 'lost' })).refusal.errors?.[0]?.field).toBe(
      'state',
    );
  });

  it('goes on below a page, and reads no more than that page among many', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    await makeCoupon(vendor, ada);
    await app.owner.run(
      `insert into coupons (id, code_hash, code_ending, owner_id, maker_id, paid_from, amount_kobo, redeemed_at, redeem_transaction_id)
       select 900000000 + n, sha256(n::text::bytea), 'AAAA', $1, $2, 'wallet', 100, now(), 900000000 + n from generate_series(1, 5000) n`,
      [ada.userId, vendor.userId],
    );
    await app.owner.run('analyze coupons');
    try {
      const first = (await app.as(vendor).call('listCoupons', {})).reply;
      const second = (await app.as(vendor).call('listCoupons', { before: first.next ?? '' })).reply;
      expect([first.coupons.length, second.coupons.length]).toEqual([50, 50]);
      expect(Number(second.coupons[0]?._id)).toBe(Number(first.coupons.at(-1)?._id) - 1);
      const read = await app.owner.commit(async (db) => {
        const before = await rowsRead(db, 'coupons');
        await db.rows(
          `select id from coupons c where maker_id = $1
             and ${couponState} = 'open'
           order by id desc limit 51`,
          [vendor.userId],
        );
        return (await rowsRead(db, 'coupons')) - before;
      });
      expect(read).toBeLessThan(60n);
    } finally {
      await app.owner.run(`alter table coupons disable trigger user`);
      await app.owner.run('delete from coupons where id > 900000000');
      await app.owner.run(`alter table coupons enable trigger user`);
    }
  });
});

describe('the code of an open coupon', () => {
  it('is shown again to its maker after the password, which is on record', async () => {
    const [vendor, ada, admin] = [await aVendor(), await app.make.user(), await anAdmin()];
    const { id, code } = await makeCoupon(vendor, ada);
    expect((await reveal(vendor, id, 'not the password')).refusal.code).toBe('wrong_password');
    expect((await reveal(vendor, id)).reply).toMatchObject({
      couponCode: code,
      owner: ada.userName,
      amount: 300,
    });
    // An admin voids what others made, and redeems or hands out none of it.
    expect((await reveal(admin, id)).status).toBe(404);
    const records = await app.context.pool.rows(
      `select action, after ->> 'coupon' as coupon from staff_actions where actor_id = $1 and action = 'revealCoupon'`,
      [vendor.userId],
    );
    expect(records).toEqual([{ action: 'revealCoupon', coupon: id }]);
  });

  it('lies in the database only sealed, and no more once the coupon has ended', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const [redeemed, voided] = [await makeCoupon(vendor, ada), await makeCoupon(vendor, ada)];
    const sealedOf = (id: string) =>
      app.context.pool.get<{ sealed: Buffer | null; row: string }>(
        'select sealed_code as sealed, c::text as row from coupons c where id = $1',
        [id],
      );
    const { sealed, row } = await sealedOf(redeemed.id);
    expect(row).not.toContain(redeemed.code);
    expect(app.context.seal.open(sealed ?? Buffer.alloc(0))).toBe(redeemed.code);
    await redeem(ada, redeemed.code);
    await voidIt(vendor, voided.id, {});
    for (const [{ id }, refusal] of [
      [redeemed, 'coupon_used'],
      [voided, 'coupon_voided'],
    ] as const) {
      expect((await sealedOf(id)).sealed).toBeNull();
      expect((await reveal(vendor, id)).refusal.code).toBe(refusal);
    }
  });

  it('that was made before codes were kept is not there, and it says so', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const { id } = await makeCoupon(vendor, ada);
    await app.owner.run('update coupons set sealed_code = null where id = $1', [id]);
    expect((await list(vendor))[0]?.hasCode).toBe(false);
    expect((await reveal(vendor, id)).refusal.code).toBe('coupon_code_not_saved');
  });
});

describe('voiding a coupon', () => {
  it('returns the money to the wallet of the vendor, with a transaction', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const { id, code } = await makeCoupon(vendor, ada);
    expect(await balanceOf(vendor)).toBe(700);
    expect((await voidIt(vendor, id, {})).reply).toMatchObject({
      msg: `The coupon of ${ada.userName} is void: ₦300.00 is back in the wallet of ${vendor.userName}`,
      coupon: { _id: id, state: 'voided', voidedBy: vendor.userName, hasCode: false },
    });
    expect(await balanceOf(vendor)).toBe(1_000);
    const { transactions } = (await app.as(vendor).call('listTransactions')).reply;
    expect(transactions[0]).toMatchObject({
      trans_Type: 'wallet',
      trans_amount: 300,
      balance_Before: 700,
      balance_After: 1_000,
      description: `Coupon for ${ada.userName} voided`,
    });
    const refused = await redeem(ada, code);
    expect([refused.status, refused.refusal.code]).toEqual([409, 'coupon_voided']);
    expect((await voidIt(vendor, id, {})).refusal.code).toBe('coupon_voided');
  });

  it('of issued money takes it back to issuance: no wallet moves', async () => {
    const [admin, other, ada] = [await anAdmin(), await anAdmin(), await app.make.user()];
    const { id } = await makeCoupon(admin, ada);
    expect((await voidIt(other, id)).reply.msg).toContain('₦300.00 is issued no more');
    expect([await balanceOf(admin), await balanceOf(other), await balanceOf(ada)]).toEqual([0, 0, 0]);
    const legs = await app.context.pool.rows(
      `select a.kind, e.amount from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
       where p.code = 'coupon.void' and p.reference = $1 order by e.leg`,
      [id],
    );
    expect(legs).toEqual([
      { kind: 'coupon_liability', amount: -30_000n },
      { kind: 'issuance', amount: 30_000n },
    ]);
  });

  it('by an admin takes a reason, which is on record; by a vendor it is only of their own', async () => {
    const [vendor, other, admin, ada] = [
      await aVendor(),
      await aVendor(),
      await anAdmin(),
      await app.make.user(),
    ];
    const { id } = await makeCoupon(vendor, ada);
    expect((await voidIt(other, id)).status).toBe(404);
    expect((await voidIt(admin, id, {})).refusal.errors?.[0]?.field).toBe('reason');
    expect((await voidIt(admin, id)).status).toBe(200);
    expect(await balanceOf(vendor)).toBe(1_000);
    const records = await app.context.pool.rows(
      `select actor_id as actor, reason, moved_kobo as kobo from staff_actions where action = 'voidCoupon' and after ->> 'coupon' = $1`,
      [id],
    );
    expect(records).toEqual([{ actor: admin.userId, reason, kobo: 30_000n }]);
  });

  it('refuses what was redeemed, and what does not exist', async () => {
    const [admin, ada] = [await anAdmin(), await app.make.user()];
    const { id, code } = await makeCoupon(admin, ada);
    await redeem(ada, code);
    expect((await voidIt(admin, id)).refusal.code).toBe('coupon_used');
    for (const unknown of ['0', 'x', '999999999999']) expect((await voidIt(admin, unknown)).status).toBe(404);
  });

  it('and redeeming it at once: exactly one of the two is done', async () => {
    const winners = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const [vendor, admin, ada] = [await aVendor(), await anAdmin(), await app.make.user()];
      const { id, code } = await makeCoupon(vendor, ada);
      const calls = [() => redeem(ada, code), () => voidIt(vendor, id, {}), () => voidIt(admin, id)];
      const answers = await Promise.all(
        (round % 2 === 0 ? calls : calls.toReversed()).flatMap((call) => [call(), call()]),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const [{ state } = { state: 'open' }] = await list(vendor);
      winners.add(state);
      expect([await balanceOf(vendor), await balanceOf(ada)]).toEqual(
        state === 'redeemed' ? [700, 300] : [1_000, 0],
      );
    }
    expect(winners.has('open')).toBe(false);
  });
});

describe('the database refuses', () => {
  it('that an ended coupon ends otherwise, and that one ends both ways', async () => {
    const [vendor, ada] = [await aVendor(), await app.make.user()];
    const [redeemed, voided] = [await makeCoupon(vendor, ada), await makeCoupon(vendor, ada)];
    await redeem(ada, redeemed.code);
    await voidIt(vendor, voided.id, {});
    const brokenBy = (sql: string, id: string) => app.context.pool.run(sql, [id]).catch(brokenConstraint);
    expect(
      await brokenBy('update coupons set voided_at = now(), voided_by = maker_id where id = $1', redeemed.id),
    ).toBe('ends_have_postings');
    expect(
      await brokenBy(
        'update coupons set voided_at = null, voided_by = null, void_transaction_id = null where id = $1',
        voided.id,
      ),
    ).toBe('ends_have_postings');
    const { id } = await makeCoupon(vendor, ada);
    expect(
      await brokenBy(
        `update coupons set sealed_code = null, redeemed_at = now(), redeem_transaction_id = id, voided_at = now(), voided_by = maker_id,
           void_transaction_id = id where id = $1`,
        id,
      ),
    ).toBe('coupons_end_once');
  });
});
