/**
 * The only change of a user type that a user makes: from smart earner to reseller, for oneself, for a fee. The type, the fee and the
 * referrer's reward are one commit, and the sessions end in it, so that no purchase goes on at the old prices.
 */
import { naira, negate, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import { refuseNotPosted } from '../../ledger/refuse-not-posted.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import type { Db } from '../../platform/db.ts';
import { hashRequest, makeOnce, replayedHeaders, type KeyedRequest } from '../../platform/idempotency.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { rewardReferrer, type Rewarded } from '../referrals/reward-referrer.ts';
import { countSent } from '../spending-controls/velocity-limit.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';

export const upgradeToReseller =
  (context: Context): Handler<'upgradeToReseller'> =>
  async ({ principal, params, body, request }) => {
    const { pool, events } = context;
    const { userId } = principal;
    if (params.id !== String(userId) || body.userType !== 'reseller') refuse('forbidden');
    const keyed: KeyedRequest = {
      caller: principal,
      key: request.idempotencyKey,
      requestHash: hashRequest('upgradeToReseller', [principal.tokenHash.toString('base64url')]),
      endsSession: principal.via === 'session',
    };
    const once = await makeOnce(
      pool,
      keyed,
      (db) => upgrade(context, db, principal, request.client),
      async (db) => {
        await context.sessions.endOthers(db, userId, null);
        crashPoint('upgrade.before_commit');
      },
    );
    crashPoint('upgrade.after_commit');
    const rewarded = once.replayed ? undefined : once.made.rewarded;
    if (rewarded !== undefined) {
      events.publish(rewarded.referrerId, { type: 'transaction', _id: String(rewarded.transactionId) });
    }
    const msg = 'You are a reseller now. Log in again to see your prices';
    return new Reply(200, { msg }, once.replayed ? replayedHeaders : {});
  };

interface Upgraded {
  /** Of the fee. */
  transactionId: bigint;
  rewarded: Rewarded | undefined;
}

async function upgrade(
  context: Context,
  db: Db,
  principal: Principal,
  client: ClientFacts,
): Promise<Upgraded> {
  const { userId, userName } = principal;
  const upgraded = await db.find<{ referrerId: bigint | null }>(
    `update users set user_type = 'reseller' where id = $1 and user_type = 'smart earner'
     returning referred_by as "referrerId"`,
    [userId],
  );
  if (upgraded === undefined) refuse('forbidden');
  const { referrerId } = upgraded;
  // The wallet and the referrer's earnings, in the order in which every posting locks them.
  await db.run(
    `select from accounts where (user_id = $1 and kind = 'wallet') or (user_id = $2 and kind = 'earnings')
     order by id for update`,
    [userId, referrerId],
  );
  const feeKobo = naira(context.config.upgrade.feeNaira);
  const transactionId = await payFee(db, feeKobo, principal, client);
  await countSent(db, context, principal, transactionId);
  const rewarded =
    referrerId === null ? undefined : await rewardReferrer(db, context, { userId, userName, referrerId });
  return { transactionId, rewarded };
}

async function payFee(
  db: Db,
  feeKobo: Kobo,
  { userId, walletAccountId }: Principal,
  client: ClientFacts,
): Promise<bigint> {
  const id = await nextTransactionId(db);
  const posted = await post(db, {
    code: 'upgrade.fee',
    reference: String(id),
    actorId: userId,
    legs: [
      { accountId: walletAccountId, amountKobo: negate(feeKobo) },
      { accountId: await houseAccount(db, 'revenue', 'upgrade'), amountKobo: feeKobo },
    ],
  });
  if (posted.outcome !== 'posted') refuseNotPosted(posted);
  await recordTransaction(db, {
    id,
    userId,
    type: 'wallet',
    status: 'success',
    description: 'Upgrade to reseller',
    amountKobo: feeKobo,
    client,
    balance: posted.balances.get(walletAccountId) ?? null,
  });
  return id;
}
