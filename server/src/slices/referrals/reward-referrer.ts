/** The reward of whoever referred a user, in the commit of that user's upgrade, once for each of them. */
import { naira, negate } from '@jara/contract/money.ts';
import type { Config } from '../../config/config.ts';
import { isSamePerson } from '../identity/is-same-person.ts';
import { houseAccount, userAccount } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import { maskUserName } from './mask-user-name.ts';

export interface Referee {
  userId: bigint;
  userName: string;
  referrerId: bigint;
}

export interface Rewarded {
  referrerId: bigint;
  transactionId: bigint;
}

/** Gives nothing when the referee was rewarded before, or is the referrer under another name. */
export async function rewardReferrer(
  db: Db,
  { config, log }: { config: Config; log: Log },
  { userId, userName, referrerId }: Referee,
): Promise<Rewarded | undefined> {
  if (await isSamePerson(db, config.identity, userId, referrerId)) {
    log.warn(
      { refereeId: String(userId), referrerId: String(referrerId) },
      'no referral reward: both are one person',
    );
    return undefined;
  }
  const amountKobo = naira(config.upgrade.referralRewardNaira);
  const transactionId = await nextTransactionId(db);
  const isFirst = await db.run(
    `insert into referral_rewards (referee_id, referrer_id, amount_kobo, transaction_id) values ($1, $2, $3, $4)
     on conflict (referee_id) do nothing`,
    [userId, referrerId, amountKobo, transactionId],
  );
  if (isFirst === 0) return undefined;
  await post(db, {
    code: 'referral.reward',
    reference: String(userId),
    actorId: userId,
    legs: [
      { accountId: await houseAccount(db, 'referral_cost'), amountKobo: negate(amountKobo) },
      { accountId: await userAccount(db, referrerId, 'earnings'), amountKobo },
    ],
  });
  await recordTransaction(db, {
    id: transactionId,
    userId: referrerId,
    type: 'referrer',
    status: 'success',
    description: `${maskUserName(userName)} became a reseller`,
    amountKobo,
    // The reward is in the earnings: the wallet has not moved.
    balance: null,
  });
  return { referrerId, transactionId };
}
