import { api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { makeOnePerson } from '../kyc/testing/verify-identity.ts';
import { balanceOf, buyToDecide, numberOf } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { probes, probeSettings } from '../../../test/probes.ts';
import { suspendTransfer } from '../../../test/suspense.ts';
import { brokenConstraint } from '../../platform/db.ts';
import { refundPurchase } from '../purchases/refund-purchase.ts';

const app = useTestApp({ env: probeSettings });
const limited = useTestApp({
  env: {
    STAFF_ISSUE_DAILY_MAXIMUM_NAIRA: '1000',
    STAFF_REFUND_DAILY_MAXIMUM_NAIRA: '150',
    STAFF_DECISION_DAILY_MAXIMUM_NAIRA: '1000',
  },
});

/** What staff do to somebody's money, to what somebody pays, or to what keeps somebody from their money. */
const forOthersOnly = [
  'transferFund',
  'generateCoupon',
  'refund',
  'recoverRefund',
  'decideWaiting',
  'decideSuspense',
  'debit',
  'setSpecialPrice',
  'upgradeUser',
  'upgradeUserByGet',
  'setRoles',
  'setStanding',
  'holdWithdrawals',
  'endAccess',
  'correctContactDetails',
] as const satisfies readonly CallName[];

/** What else staff change, and why nobody gets anything by doing it for themselves. */
const nobodyGains: Partial<Record<CallName, string>> = {
  reQueryWithdrawal: 'the supplier or the bank decides',
  decideRecoveryItem: 'it says that something was compared',
  openShop: 'everybody buys again',
  revealCoupon: 'the owner of the coupon alone can redeem it',
  voidCoupon: 'the money goes back to whoever paid',
  acceptFloat: 'a sum at a supplier, of the house, and a large one takes two',
  closeReservedAccount: 'no money comes in any more',
  updatePrice: 'a price of everybody, and below cost it takes two',
  addPlan: 'for everybody, and below cost it takes two',
  updatePlan: 'for everybody, and below cost it takes two',
  deletePlan: 'for everybody',
  schedulePrices: 'for everybody, and below cost it takes two',
  cancelPriceSchedule: 'for everybody',
  updateServices: 'for everybody',
  setSupplier: 'for everybody',
  setCostPrice: 'for everybody, and lower it takes two',
  resetUserPassword: 'a mail to the owner',
  sendMail: 'a mail',
  previewMail: 'changes nothing',
  findAnything: 'changes nothing',
  stopMailCampaign: 'mails',
  updateNotification: 'a text for everybody',
  answerDispute: 'words on a slip of somebody else',
  addUserNote: 'words that staff alone read',
  confirmStaffRequest: 'it does what was checked for who asked, and never their own',
  rejectStaffRequest: 'nothing is done',
  withdrawStaffRequest: 'nothing is done',
};

const admin = (): Promise<TestUser> => app.make.user({ isAdmin: true, wallet: naira(20_000) });
const stage = { app, receiverUrl: 'http://127.0.0.1:9' };

describe('every call of staff', () => {
  it('is known to be for others only, or to be of no use to who makes it', () => {
    const ofStaff = Object.values<CallShape & { name: CallName; method: string }>(api).filter(
      ({ access, method, changesByGet }) =>
        ['staff', 'admin', 'vendor'].includes(access) && (method !== 'GET' || changesByGet !== undefined),
    );
    const known: string[] = [...forOthersOnly, ...Object.keys(nobodyGains)];
    // Users send money by the call by which admins issue it.
    expect(ofStaff.map(({ name }) => name).toSorted()).toEqual(
      known.filter((name) => name !== 'transferFund').toSorted(),
    );
  });
});

describe('nobody of the staff', () => {
  it.each(forOthersOnly)(
    'does for themselves, nor for the same person under another name: %s',
    async (name) => {
      for (const isTwin of [false, true]) {
        const boss = await admin();
        const twin = await app.make.user({ wallet: naira(20_000) });
        await makeOnePerson(app, boss, twin);
        const owner = isTwin ? twin : boss;
        const input = await probes[name](stage, { owner, caller: boss });
        const [balance, done] = [await balanceOf(app, owner), await actionsOf(boss)];
        const { status, refusal } = await app.as(boss).call(name, input);
        // To the own name nobody sends anything, staff or not.
        const isToOneself = name === 'transferFund' && !isTwin;
        expect([status, refusal.code]).toEqual(isToOneself ? [400, 'invalid_input'] : [403, 'forbidden']);
        expect([await balanceOf(app, owner), await actionsOf(boss)]).toEqual([balance, done]);
        const colleague = await admin();
        expect((await app.as(colleague).call(name, input)).status).toBe(200);
      }
    },
  );

  const actionsOf = ({ userId }: TestUser) =>
    app.context.pool.rows('select id from staff_actions where actor_id = $1', [userId]);

  it('books that their own money in suspense was sent back', async () => {
    const boss = await admin();
    const accountNumber = '6600000021';
    await app.context.pool.run(
      `insert into reserved_accounts (user_id, bank, provider, reference, state, account_number, account_name, closed_at, close_reason)
       values ($1, 'palmpay', 'paymentpoint', 'RA-boss', 'closed', $2, 'Boss', now(), 'The bank closed it')`,
      [boss.userId, accountNumber],
    );
    const id = await suspendTransfer(app, { accountNumber });
    const decision = { id, outcome: 'return', reason: 'The bank wrote' };
    expect((await app.as(boss).call('decideSuspense', decision)).refusal.code).toBe('forbidden');
    expect((await app.as(await admin()).call('decideSuspense', decision)).status).toBe(200);
  });

  it('redeems what they issued, also when it turns out later who the owner is', async () => {
    const boss = await admin();
    const other = await admin();
    const ada = await app.make.user();
    const codeBy = async (maker: TestUser, owner: TestUser) =>
      (await app.as(maker).call('generateCoupon', { userAccount: owner.userName, amount: 100 })).reply
        .couponCode;
    const twin = await app.make.user();
    const [own, foreign] = [await codeBy(boss, twin), await codeBy(other, twin)];
    await makeOnePerson(app, boss, twin);
    const refused = await app.as(twin).call('redeemCoupon', { coupon: own });
    expect([refused.status, refused.refusal.code]).toEqual([403, 'forbidden']);
    expect((await app.as(twin).call('redeemCoupon', { coupon: foreign })).status).toBe(200);
    expect((await app.as(ada).call('redeemCoupon', { coupon: await codeBy(boss, ada) })).status).toBe(200);
  });

  it('posts to their own wallet, whatever the program checks', async () => {
    const boss = await admin();
    const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100 };
    const { _id } = (await app.as(boss).call('buyAirtime', order)).reply.receipt;
    const { userId } = boss;
    const refunding = app.context.pool.commit((db) =>
      refundPurchase(db, { purchaseId: BigInt(_id), buyerId: userId, actorId: userId, reason: null }),
    );
    expect(await refunding.catch(brokenConstraint)).toBe('staff_postings_are_for_others');
  });

  it.each([
    ['upgradeUser', `update users set user_type = 'partner' where id = $1`],
    [
      'setSpecialPrice',
      `insert into special_prices (user_id, product, price_kobo) values ($1, 'MTN-SME', 100)`,
    ],
  ])('gives themselves a type or a price, whatever the program checks: %s', async (action, change) => {
    const [boss, other] = [await admin(), await admin()];
    const by = (actor: TestUser) =>
      app.context.pool.commit(async (db) => {
        await db.run(change, [boss.userId]);
        await db.run(
          `insert into staff_actions (actor_id, action, subject, after, ip, request_id)
           values ($1, $2, 'user ' || $3, '{"userType": "partner"}', '127.0.0.1', 'x')`,
          [actor.userId, action, String(boss.userId)],
        );
      });
    expect(await by(boss).catch(brokenConstraint)).toBe('rights_are_explained');
    await by(other);
  });
});

describe('one of the staff', () => {
  const issue = (by: TestUser, to: TestUser, amount: number) =>
    limited.as(by).call('transferFund', { userName: to.userName, amount, force: true });

  it('issues up to the maximum of the day, and a colleague as much', async () => {
    const [boss, other, ada] = [await maker(), await maker(), await limited.make.user()];
    expect((await issue(boss, ada, 600)).status).toBe(200);
    const { status, refusal } = await issue(boss, ada, 400.01);
    expect([status, refusal.code, refusal.msg]).toEqual([
      409,
      'staff_daily_limit',
      'One of the staff may issue at most ₦1,000.00 in one day; ₦400.00 is left today',
    ]);
    expect((await issue(boss, ada, 400)).status).toBe(200);
    expect((await issue(boss, ada, 1)).refusal.msg).toContain('₦0.00 is left');
    expect((await issue(other, ada, 1_000)).status).toBe(200);
    expect(await balanceOf(limited, ada)).toBe(naira(2_000));
  });

  it('does not issue more by many calls at once', async () => {
    const [boss, ada] = [await maker(), await limited.make.user()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => issue(boss, ada, 300)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await balanceOf(limited, ada)).toBe(naira(900));
  });

  it('begins anew at midnight in Lagos', async () => {
    const [boss, ada] = [await maker(), await limited.make.user()];
    const moved = (at: string) =>
      limited.owner.run(
        `insert into staff_actions (actor_id, action, subject, ip, request_id, moved_kobo, done_at)
         values ($1, 'decideWaiting', 'transaction 0', '127.0.0.1', 'x', 90000, ${at})`,
        [boss.userId],
      );
    await moved(`lagos_midnight(now()) - interval '1 microsecond'`);
    const decide = async () => {
      const id = await suspendTransfer(limited, { naira: 500 });
      const credit = { id, outcome: 'credit', userName: ada.userName, reason: 'The bank wrote' };
      return limited.as(boss).call('decideSuspense', credit);
    };
    expect((await decide()).status).toBe(200);
    await moved('lagos_midnight(now())');
    expect((await decide()).refusal.code).toBe('staff_daily_limit');
  });

  it('refunds and decides up to the maximum of the day, each by itself', async () => {
    const [boss, ada] = [await maker(), await limited.make.user({ wallet: naira(5_000) })];
    const buy = async () => {
      const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100 };
      return (await limited.as(ada).call('buyAirtime', order)).reply.receipt._id;
    };
    const refund = async () => limited.as(boss).call('refund', { id: await buy() });
    expect((await refund()).status).toBe(200);
    expect((await refund()).refusal.code).toBe('staff_daily_limit');
    const decide = async () => limited.as(boss).call('decideWaiting', await buyToDecide(limited, ada));
    for (let n = 0; n < 10; n += 1) expect((await decide()).status).toBe(200);
    expect((await decide()).refusal.code).toBe('staff_daily_limit');
    const id = await suspendTransfer(limited, { naira: 20 });
    const returned = { id, outcome: 'return', reason: 'The bank wrote' };
    expect((await limited.as(boss).call('decideSuspense', returned)).refusal.code).toBe('staff_daily_limit');
    expect((await issue(boss, ada, 1_000)).status).toBe(200);
  });

  const maker = (): Promise<TestUser> => limited.make.user({ isAdmin: true });
});
