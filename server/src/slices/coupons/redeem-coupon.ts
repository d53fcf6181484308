/**
 * Redeems a coupon into the wallet of the caller. A code that is not the caller's looks like one that does not exist; a guarded update
 * lets it pay once, however many ask at the same time.
 */
import { isStaff } from '@jara/contract/is-staff.ts';
import { formatKobo, kobo, negate, toNaira } from '@jara/contract/money.ts';
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import { isSamePerson } from '../identity/is-same-person.ts';
import { refuseForOneself } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import type { Config } from '../../config/config.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { postInto } from '../../ledger/post.ts';
import {
  countAttempt,
  hasAttempts,
  isWithinAttempts,
  refuseTooManyAttempts,
  type AttemptRule,
} from '../../platform/attempts.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import {
  hashRequest,
  isRepeat,
  makeOnce,
  replayedHeaders,
  type KeyedRequest,
} from '../../platform/idempotency.ts';
import { Refusal, refuse } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { getReceipt } from '../transactions/find-receipt.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import { hashCode, readCode } from './code.ts';
import { getCoupon, refuseEndedCoupon } from './coupon.ts';

const ALARMING_FAILURES_PER_HOUR = 100;

interface Coupon {
  id: bigint;
  ownerId: bigint;
  amountKobo: bigint;
  /** The admin who made it of issued money; null of one that a vendor paid for. */
  issuerId: bigint | null;
}

export const redeemCoupon =
  (context: Context): Handler<'redeemCoupon'> =>
  async ({ principal, body, request }) => {
    const { pool, events } = context;
    const { userId } = principal;
    const key = request.idempotencyKey;
    const keyedFor = ({ id }: Coupon): KeyedRequest => ({
      caller: principal,
      key,
      requestHash: hashRequest('redeemCoupon', [id]),
    });
    const coupon = await findOwn(context, { userId, ip: request.network, input: body.coupon, key, keyedFor });
    const amountKobo = kobo(coupon.amountKobo);
    const once = await makeOnce(pool, keyedFor(coupon), async (db) => {
      const made = await redeem(db, context.config, principal, coupon, request.client);
      crashPoint('coupon.redeem.before_commit');
      return made;
    });
    crashPoint('coupon.redeem.after_commit');
    const id = once.replayed ? once.transactionId : once.made.transactionId;
    if (!once.replayed) events.publish(userId, { type: 'transaction', _id: String(id), status: 'success' });
    const staff = isStaff(principal);
    const receipt = await getReceipt(pool, { transaction: { id }, ownerId: userId, staff });
    const msg = `${formatKobo(amountKobo)} from the coupon is in your wallet`;
    return new Reply(
      200,
      { msg, amount: toNaira(amountKobo), receipt },
      once.replayed ? replayedHeaders : {},
    );
  };

interface Try {
  userId: bigint;
  ip: string;
  input: string;
  key: string | null;
  keyedFor: (coupon: Coupon) => KeyedRequest;
}

/** Counts what is not a coupon of the caller's. A request that was made before is shown what it made, whatever was counted since. */
async function findOwn(context: Context, { userId, ip, input, key, keyedFor }: Try): Promise<Coupon> {
  const { pool, config } = context;
  const coupon = await findCoupon(pool, readCode(input));
  const isOwn = coupon?.ownerId === userId;
  if (isOwn && (await isRepeat(pool, keyedFor(coupon)))) return coupon;
  const ofUser: AttemptRule = {
    name: 'couponOfUser',
    parts: [String(userId)],
    most: config.limits.couponFailuresPerHour,
    windowSeconds: HOUR_SECONDS,
  };
  const ofAddress: AttemptRule = {
    name: 'couponOfAddress',
    parts: [ip],
    most: config.limits.couponFailuresPerHourAndAddress,
    windowSeconds: HOUR_SECONDS,
  };
  await refuseTooManyAttempts(pool, ofUser);
  // The address last: many people stand behind that of a carrier, and whoever has not been wrong is none of those who guess there.
  if (await hasAttempts(pool, ofUser)) await refuseTooManyAttempts(pool, ofAddress);
  if (isOwn) return coupon;
  if (await wasCounted(pool, userId, key, input)) refuse('coupon_invalid');
  await countAttempt(pool, ofUser);
  // Somebody else's code was not guessed: it says nothing about the others behind this address.
  if (coupon === undefined) {
    await countAttempt(pool, ofAddress);
    await alarmWhenGuessed(context);
  }
  return refuse('coupon_invalid');
}

async function findCoupon(db: Db, code: string | undefined): Promise<Coupon | undefined> {
  if (code === undefined) return undefined;
  return db.find<Coupon>(
    `select id, owner_id as "ownerId", amount_kobo as "amountKobo", case when paid_from = 'issuance' then maker_id end as "issuerId"
     from coupons where code_hash = $1`,
    [hashCode(code)],
  );
}

/** The same code beside the same key is the same try, sent again. From now on it was. */
async function wasCounted(db: Db, userId: bigint, key: string | null, input: string): Promise<boolean> {
  if (key === null) return false;
  const parts = [String(userId), key, input];
  return !(await isWithinAttempts(db, { name: 'couponByKey', parts, most: 1, windowSeconds: HOUR_SECONDS }));
}

async function alarmWhenGuessed({ pool, log }: Context): Promise<void> {
  const rule = {
    name: 'couponOfAnybody',
    parts: [],
    most: ALARMING_FAILURES_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
  };
  try {
    await countAttempt(pool, rule);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.error({ perHour: ALARMING_FAILURES_PER_HOUR }, 'somebody seems to be guessing coupon codes');
  }
}

async function redeem(
  db: Db,
  config: Config,
  { userId, walletAccountId }: Principal,
  coupon: Coupon,
  client: ClientFacts,
): Promise<{ transactionId: bigint }> {
  const [couponId, amountKobo] = [coupon.id, kobo(coupon.amountKobo)];
  const id = await nextTransactionId(db);
  const redeemed = await db.run(
    `update coupons set redeemed_at = now(), redeem_transaction_id = $3, sealed_code = null
     where id = $1 and owner_id = $2 and redeemed_at is null and voided_at is null
       and (expires_at is null or expires_at > now())`,
    [couponId, userId, id],
  );
  if (redeemed !== 1) refuseEndedCoupon(await getCoupon(db, couponId));
  // Whose person the owner is may have been learned after the coupon was made.
  const { issuerId } = coupon;
  if (issuerId !== null && (await isSamePerson(db, config.identity, issuerId, userId))) refuseForOneself();
  const balance = await postInto(db, walletAccountId, {
    code: 'coupon.redeem',
    reference: String(couponId),
    actorId: userId,
    legs: [
      { accountId: await houseAccount(db, 'coupon_liability'), amountKobo: negate(amountKobo) },
      { accountId: walletAccountId, amountKobo },
    ],
  });
  await recordTransaction(db, {
    id,
    userId,
    type: 'wallet',
    status: 'success',
    description: 'Coupon',
    amountKobo,
    faceValueKobo: amountKobo,
    balance,
    client,
  });
  return { transactionId: id };
}
