import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { silent } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { openPool, type Pool } from '../platform/db.ts';
import { receiveBankTransfers } from '../slices/reserved-accounts/testing/bank-transfers.ts';

const app = useTestApp();
let owner: Pool;

/** One of each: coupons by a vendor and an admin, one of them redeemed; an upgrade with its reward, part of it withdrawn; two bank transfers. */
beforeAll(async () => {
  owner = openPool({ url: app.databaseUrl, size: 2, role: null, log: silent });
  const { make } = app;
  const [vendor, admin, ada, bola] = [
    await make.user({ isCouponVendor: true, wallet: naira(1_000) }),
    await make.user({ isAdmin: true }),
    await make.user({ userName: 'ada' }),
    await make.user({ userName: 'bola', wallet: naira(2_000) }),
  ];
  const coupon = { userAccount: 'ada', amount: 300 };
  const { couponCode } = (await app.as(vendor).call('generateCoupon', coupon)).reply;
  await app.as(admin).call('generateCoupon', { ...coupon, amount: 400 });
  await app.as(ada).call('redeemCoupon', { coupon: couponCode });
  await owner.run('update users set referred_by = $2 where id = $1', [bola.userId, ada.userId]);
  await app.as(bola).call('upgradeToReseller', { id: String(bola.userId), userType: 'reseller' });
  await app.as(ada).call('withdrawEarning', { amount: 200 });
  await receiveBankTransfers(app, ada, owner);
  // Of the transfer into an account that nobody has.
  app.takeErrors();
});
afterAll(() => owner.close());

/** No trigger fires for it. */
const brokenBy = (sql: string) => brokenAfter(owner, sql.split('; '));

describe('the audit of what comes in beside cards', () => {
  it('finds nothing in healthy books', async () => {
    expect(await brokenBy('select')).toEqual([]);
  });

  it.each([
    ['R5 Every coupon', 'a transaction that is gone', `delete from transactions where type = 'earning'`],
    [
      'R5 Every coupon',
      'a transaction of another amount',
      `update transactions set amount_kobo = 1, balance_after = balance_before + 1 where description = 'Coupon'`,
    ],
    [
      'R5 Every coupon',
      'a transaction of somebody else',
      `update transactions set user_id = (select id from users where user_name = 'bola') where description = 'Bank transfer'`,
    ],
    [
      'R5 Every coupon',
      'a transaction that is not done',
      `update transactions set status = 'pending' where type = 'earning'`,
    ],
    [
      'R10 Every bank transfer',
      'a credit that was not posted',
      `update bank_transfers set state = 'credited', reason = null, transaction_id = 0, user_id = 1 where provider_reference = 'T2'`,
    ],
    [
      'R10 Every bank transfer',
      'another amount than was paid',
      `update bank_transfers set paid_kobo = 1 where provider_reference = 'T1'`,
    ],
    [
      'R10 Every bank transfer',
      'a credit to somebody who does not hold the account',
      `update reserved_accounts set user_id = (select id from users where user_name = 'bola')`,
    ],
    [
      'R10 Every bank transfer',
      'a posting without a transfer',
      `delete from bank_transfers where provider_reference = 'T2'`,
    ],
    ['R11 Every coupon was paid', 'a coupon of nothing', `delete from postings where code = 'coupon.issue'`],
    [
      'R11 Every coupon was paid',
      'a coupon that was redeemed without a posting',
      `update coupons set redeemed_at = now(), redeem_transaction_id = 0, sealed_code = null where redeemed_at is null`,
    ],
    [
      'R11 Every coupon was paid',
      'a redeemed coupon that looks new',
      `update coupons set redeemed_at = null, redeem_transaction_id = null`,
    ],
    [
      'R11 Every coupon was paid',
      'a coupon that somebody else redeemed',
      `update coupons set owner_id = (select id from users where user_name = 'bola') where redeemed_at is not null`,
    ],
    [
      'R11 Every coupon was paid',
      'a posting without a coupon',
      `delete from coupons where redeemed_at is not null`,
    ],
    [
      'R11 What is owed',
      'a coupon worth more than was paid',
      `update coupons set amount_kobo = 99999999 where redeemed_at is null`,
    ],
    [
      'R15 Every referral',
      'a reward without a posting',
      `delete from postings where code = 'referral.reward'`,
    ],
    ['R15 Every referral', 'a posting without a reward', `delete from referral_rewards`],
    ['R15 Every referral', 'a reward of another amount', `update referral_rewards set amount_kobo = 1`],
    [
      'R15 Every referral',
      'a reward that the referrer does not see',
      `delete from transactions where type = 'referrer'`,
    ],
    ['R15 Every referral', 'a reward for no upgrade', `delete from postings where code = 'upgrade.fee'`],
  ])('%s: %s', async (rule, _what, sql) => {
    expect((await brokenBy(sql)).some((broken) => broken.startsWith(rule))).toBe(true);
  });
});
