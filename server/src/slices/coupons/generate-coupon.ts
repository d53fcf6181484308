import { formatKobo, naira, negate, parseNaira, toNaira, type Kobo } from '@jara/contract/money.ts';
import { endOfDay } from '@jara/contract/lagos-time.ts';
import { messages } from '@jara/contract/messages.ts';
import { countName, findUser, uncountName } from '../accounts/find-user.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { dailyLimit } from '../staff-actions/staff-limits.ts';
import { checkStaffMoney, ownMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import type { Config } from '../../config/config.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { post, type UserBalance } from '../../ledger/post.ts';
import { refuseNotPosted } from '../../ledger/refuse-not-posted.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import { brokenConstraint, type Db } from '../../platform/db.ts';
import {
  hashRequest,
  isRepeat,
  makeOnce,
  replayedHeaders,
  type KeyedRequest,
} from '../../platform/idempotency.ts';
import { readDay } from '../../platform/lists/filters.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler, type HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { countToReceiver, userReceiver } from '../spending-controls/new-receivers.ts';
import { countSent } from '../spending-controls/velocity-limit.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import { codeOfRequest, hashCode, randomCode } from './code.ts';
import { getCoupon, isOwnCoupon, isUsable, refuseEndedCoupon, type CouponRow } from './coupon.ts';

const nobody = 0n;
/** A year, and the rest of the day on which the coupon is made. */
const MOST_DAYS_OPEN = 367;

interface Owner {
  userId: bigint;
  userName: string;
}

interface NewCoupon {
  maker: Principal;
  owner: Owner;
  amountKobo: Kobo;
  code: string;
  /** The code as it is kept. */
  sealedCode: Buffer;
  /** Until then it can be redeemed; null for ever. */
  expiresAt: Date | null;
  /** Empty where none was given. */
  reason: string;
  request: HttpFacts;
}

/** Reserves the money of the coupon as it is made: from a vendor's own wallet, or issued by an admin. */
export const generateCoupon =
  (context: Context): Handler<'generateCoupon'> =>
  async ({ principal, body, request }) => {
    const { pool, config, events } = context;
    const { userId } = principal;
    const { idempotencyKey: key } = request;
    const amountKobo = readAmount(body.amount, naira(config.coupons.maximumNaira));
    const lastDay = readDay('lastDay', body.lastDay);
    const keyed = (ownerId: bigint): KeyedRequest => ({
      caller: principal,
      key,
      requestHash: hashRequest('generateCoupon', [
        ownerId,
        amountKobo,
        ...(lastDay === undefined ? [] : [lastDay]),
      ]),
    });
    const found = await findUser(pool, body.userAccount);
    if (!(await isRepeat(pool, keyed(found?.id ?? nobody))))
      await countName(context, principal, body.userAccount);
    const { id, userName } = found ?? refuseUnknown();
    const owner: Owner = { userId: id, userName };
    const code = key === null ? randomCode() : codeOfRequest(config.couponCodeKey, userId, key);
    const coupon: NewCoupon = {
      maker: principal,
      owner,
      amountKobo,
      code,
      sealedCode: context.seal.seal(code),
      expiresAt: lastDay === undefined ? null : endOfDay(lastDay),
      reason: body.reason?.trim() ?? '',
      request,
    };
    const once = await makeOnce(pool, keyed(owner.userId), async (db) => {
      const made = await make(db, config, coupon);
      // A vendor's own money becomes somebody else's, as in a transfer.
      if (!principal.isAdmin) {
        const { transactionId } = made;
        await countSent(db, context, principal, transactionId);
        const receiver = userReceiver(owner.userId);
        if (owner.userId !== userId)
          await countToReceiver(db, context, principal, { transactionId, receiver });
        await uncountName(db, principal, body.userAccount);
      }
      crashPoint('coupon.issue.before_commit');
      return made;
    }).catch(refuseOldKey);
    crashPoint('coupon.issue.after_commit');
    if (once.replayed) refuseUnlessUsable(await getCoupon(pool, once.transactionId), principal);
    if (!once.replayed && !principal.isAdmin) {
      events.publish(userId, { type: 'transaction', _id: String(once.made.transactionId) });
    }
    const answer = {
      msg: `The coupon of ${formatKobo(amountKobo)} for ${owner.userName} is ready`,
      couponCode: code,
      owner: owner.userName,
      amount: toNaira(amountKobo),
      ...(coupon.expiresAt !== null && { expiresAt: coupon.expiresAt.toISOString() }),
    };
    return new Reply(200, answer, once.replayed ? replayedHeaders : {});
  };

function readAmount(input: unknown, maximumKobo: Kobo): Kobo {
  const amountKobo = parseNaira(input) ?? refuseField('amount', messages.enterValidAmount);
  if (amountKobo < naira(1)) refuseField('amount', messages.enterValidAmount);
  if (amountKobo > maximumKobo) refuseField('amount', `maximum coupon is ${formatKobo(maximumKobo)}`);
  return amountKobo;
}

/** By the time of the database. */
async function refuseOddLastDay(db: Db, expiresAt: Date | null): Promise<void> {
  if (expiresAt === null) return;
  const { isOver, isFar } = await db.get<{ isOver: boolean; isFar: boolean }>(
    `select $1::timestamptz <= now() as "isOver", $1::timestamptz > now() + make_interval(days => $2) as "isFar"`,
    [expiresAt, MOST_DAYS_OPEN],
  );
  if (isOver) refuseField('lastDay', 'This day is over: choose today or a later one');
  if (isFar) refuseField('lastDay', 'Choose a day within a year');
}

function refuseUnknown(): never {
  const msg = 'Nobody here has this username';
  refuse('not_found', { msg, errors: [{ field: 'userAccount', msg }] });
}

async function make(db: Db, config: Config, coupon: NewCoupon): Promise<{ transactionId: bigint }> {
  const { maker, owner, amountKobo, code, sealedCode, expiresAt } = coupon;
  await refuseOddLastDay(db, expiresAt);
  const checked = maker.isAdmin
    ? await checkStaffMoney(db, config, maker, {
        action: 'generateCoupon',
        users: [owner.userId],
        movedKobo: amountKobo,
      })
    : ownMoney;
  await refuseOverDailyMaximum(db, config, coupon);
  const id = await nextTransactionId(db);
  const paidFrom = maker.isAdmin ? 'issuance' : 'wallet';
  await db.run(
    `insert into coupons (id, code_hash, code_ending, sealed_code, owner_id, maker_id, paid_from, amount_kobo, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      hashCode(code),
      code.slice(-4),
      sealedCode,
      owner.userId,
      maker.userId,
      paidFrom,
      amountKobo,
      expiresAt,
    ],
  );
  const source = maker.isAdmin ? await houseAccount(db, 'issuance') : maker.walletAccountId;
  const posted = await post(db, {
    code: 'coupon.issue',
    reference: String(id),
    actorId: maker.userId,
    legs: [
      { accountId: source, amountKobo: negate(amountKobo) },
      { accountId: await houseAccount(db, 'coupon_liability'), amountKobo },
    ],
  });
  if (posted.outcome !== 'posted') refuseNotPosted(posted);
  const balance = posted.balances.get(source);
  if (balance !== undefined) await recordPayment(db, id, coupon, balance);
  await recordStaffAction(db, maker, coupon.request, {
    action: 'generateCoupon',
    subject: `user ${owner.userId}`,
    after: {
      coupon: id,
      amountKobo,
      paidFrom,
      ending: code.slice(-4),
      ...(expiresAt !== null && { expiresAt: expiresAt.toISOString() }),
    },
    checked,
    ...(coupon.reason !== '' && { reason: coupon.reason }),
  });
  return { transactionId: id };
}

/** The vendor's transaction has the id of the coupon. */
async function recordPayment(
  db: Db,
  id: bigint,
  { maker, owner, amountKobo, request }: NewCoupon,
  balance: UserBalance,
): Promise<void> {
  await recordTransaction(db, {
    id,
    userId: maker.userId,
    type: 'wallet',
    status: 'success',
    description: `Coupon for ${owner.userName}`,
    amountKobo,
    faceValueKobo: amountKobo,
    balance,
    client: request.client,
  });
}

async function refuseOverDailyMaximum(
  db: Db,
  config: Config,
  { maker, amountKobo }: NewCoupon,
): Promise<void> {
  // One coupon of a maker at a time, else many at once each find the day still empty.
  await db.run('select from users where id = $1 for no key update', [maker.userId]);
  const { mostKobo, usedKobo } = await dailyLimit(db, config, maker.userId, 'coupons');
  if (usedKobo + amountKobo <= mostKobo) return;
  refuse('coupon_daily_limit', {
    msg: `You may put at most ${formatKobo(mostKobo)} into coupons in one day`,
  });
}

/** A repetition shows the code of what it made first, while that is worth something. */
function refuseUnlessUsable(coupon: CouponRow, maker: Principal): void {
  // Made by the same key as an admin, and so another request.
  if (!isOwnCoupon(coupon, maker)) refuse('idempotency_key_reused');
  if (!isUsable(coupon)) refuseEndedCoupon(coupon);
}

/** Keys are forgotten after 30 days, coupons are not: the code of an old key cannot be made a second time. */
function refuseOldKey(error: unknown): never {
  if (brokenConstraint(error) === 'coupons_code') refuse('idempotency_key_reused');
  throw error;
}
