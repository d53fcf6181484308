/**
 * Where many payouts are due at a bank that has a list, a page of it answers many of them. What the list has otherwise than paid is asked
 * about by itself first of all: a list books nothing back. Nor does it say that what was refused was paid: that is asked about by itself.
 */
import type { Context } from '../../app/context.ts';
import type { ListedPayout } from '../../outside/banks/banks.ts';
import type { Db } from '../../platform/db.ts';
import { mayAskOnce } from '../../platform/provider-paces.ts';
import { checkByList, DUE, LEAST_FOR_A_LIST, NOT_BY_LIST } from '../transactions/check-by-list.ts';
import { settleWithdrawal } from './settle.ts';

const MOST_AT_ONCE = 500;
/** As long as another process leaves them alone when this one ends meanwhile. */
const CLAIM = `interval '60 seconds'`;

interface PaidOut {
  transactionId: bigint;
  reference: string;
  accountNumber: string;
  payoutKobo: bigint;
}

/** Gives how many payouts the list has answered. */
export async function checkPayoutsByList({ pool, config, payouts, withdrawals }: Context): Promise<number> {
  const { name, listPayouts } = payouts;
  if (listPayouts === undefined) return 0;
  const pace = { provider: name, perMinute: config.purchases.returnChecksPerMinute };
  const claimed = await claimMany(pool, name);
  const due = new Map(claimed.map((row) => [row.reference, row]));
  const { answered, ...left } = await checkByList<PaidOut, ListedPayout>(due, {
    mayAsk: () => mayAskOnce(pool, pace),
    getPage: listPayouts,
    referenceOf: ({ reference }) => reference,
    findPosition: (reference) => findPosition(pool, name, reference),
    async settle(row, { says, amountKobo, accountNumber }) {
      if (says !== 'paid' || amountKobo !== row.payoutKobo || accountNumber !== row.accountNumber)
        return false;
      const answer = { outcome: 'paid', providerReference: null, message: null, raw: null } as const;
      await settleWithdrawal(withdrawals.settling, row.transactionId, answer);
      return true;
    },
  });
  for (const why of ['differing', 'rest', 'later'] as const)
    await makeDueAgain(
      pool,
      left[why].map(({ transactionId }) => transactionId),
      DUE[why],
    );
  return answered;
}

/** None when there are too few for a list; newest first, as the list is. */
async function claimMany(db: Db, provider: string): Promise<PaidOut[]> {
  const rows = await db.rows<PaidOut>(
    `with due as materialized (
       select transaction_id from withdrawals
       where provider = $1 and return_check_at <= now() and return_check_at > ${NOT_BY_LIST} and state <> 'refused'
       order by return_check_at limit $2 for update skip locked)
     update withdrawals w set return_check_at = now() + ${CLAIM} from due
     where w.transaction_id = due.transaction_id and (select count(*) from due) >= $3
     returning w.transaction_id as "transactionId", w.reference, w.account_number as "accountNumber",
       w.amount_kobo - w.fee_kobo as "payoutKobo"`,
    [provider, MOST_AT_ONCE, LEAST_FOR_A_LIST],
  );
  return rows.toSorted((one, other) => Number(other.transactionId - one.transactionId));
}

async function findPosition(db: Db, provider: string, reference: string): Promise<number | null> {
  const found = await db.find<{ position: number }>(
    `select (select count(*)::int from withdrawals n where n.transaction_id > o.transaction_id and n.provider = $1) as position
     from withdrawals o where o.reference = $2`,
    [provider, reference],
  );
  return found?.position ?? null;
}

async function makeDueAgain(db: Db, ids: readonly bigint[], at: string): Promise<void> {
  if (ids.length === 0) return;
  await db.run(
    `update withdrawals set return_check_at = ${at} where transaction_id = any($1::bigint[]) and return_check_at is not null`,
    [ids],
  );
}
