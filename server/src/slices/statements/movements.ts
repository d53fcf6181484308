/** The movements of a statement in pieces, each with the transaction that shows it to its owner. What was written of them is never edited. */
import type { PostingCode } from '../../ledger/chart.ts';
import { idIn, isNamedBy } from '../../ledger/reference-sql.ts';
import type { Db } from '../../platform/db.ts';
import type { Statement } from './statement.ts';

export interface Movement {
  version: bigint;
  postedAt: Date;
  code: string;
  /** Below nought: money left. */
  amountKobo: bigint;
  balanceAfter: bigint;
  /** What of it the house keeps as a fee; below nought where a fee came back. Null where there is none. */
  feeKobo: bigint | null;
  /** Null of what shows as no transaction, such as the money of demo users. */
  reference: string | null;
  description: string | null;
  recipient: string | null;
  /** What the owner's own program calls it. */
  clientReference: string | null;
}

const codes = (...list: PostingCode[]): string => list.map((code) => `'${code}'`).join(', ');
const returns: readonly PostingCode[] = [
  'purchase.return',
  'purchase.reverse',
  'purchase.refund',
  'withdraw.return',
  'withdraw.reverse',
];
const id = idIn('p.reference');

/** The transaction of each movement, found by the key of what the posting names. */
const shownBy = `case
  when p.code in (${codes(...returns)}) then (select r.id from transactions r where r.related_id = ${id} and r.type = 'refund')
  when p.code = 'transfer' and e.amount > 0 then (select r.id from transactions r where r.related_id = ${id} and r.type = 'transfer')
  when p.code = 'funding.card' then (select y.transaction_id from payments y where y.reference = substr(p.reference, strpos(p.reference, ':') + 1))
  when p.code = 'funding.transfer' then (select b.transaction_id from bank_transfers b where ${isNamedBy('p.reference', 'b.provider', 'b.provider_reference')})
  when p.code = 'coupon.redeem' then (select c.redeem_transaction_id from coupons c where c.id = ${id})
  when p.code = 'coupon.void' then (select c.void_transaction_id from coupons c where c.id = ${id})
  when p.code = 'suspense.credit' then (select d.transaction_id from postings s join suspense_decisions d on d.posting_id = s.id
    where s.code = 'funding.suspense' and s.reference = p.reference)
  else ${id} end`;

/** Where the fee goes to revenue in the same posting, the books say it. That of a withdrawal goes there once it is paid. */
const WITH_FEE = codes(
  'funding.card',
  'funding.transfer',
  'suspense.credit',
  'upgrade.fee',
  'debit.chargeback',
);
const fee = `case
  when p.code in (${WITH_FEE}) then (select sum(f.amount)::bigint from entries f join accounts a on a.id = f.account_id
    where f.posting_id = p.id and a.kind = 'revenue')
  when p.code = 'withdraw.open' then t.fee_kobo
  when p.code in (${codes('withdraw.return', 'withdraw.reverse')}) then (select -o.fee_kobo from transactions o where o.id = ${id})
  end`;

const AT_A_TIME = 500;

/** Each piece is a statement of its own, so that no transaction stays open while a slow client reads. */
export async function* movementsOf(db: Db, statement: Statement): AsyncGenerator<Movement[]> {
  const { accountId, endVersion } = statement;
  for (let next = statement.firstVersion; next < endVersion; next += BigInt(AT_A_TIME)) {
    const end = next + BigInt(AT_A_TIME);
    yield await db.rows<Movement>(
      `select e.version, p.posted_at as "postedAt", p.code, e.amount as "amountKobo", e.balance_after as "balanceAfter", ${fee} as "feeKobo",
         t.reference, t.description, t.recipient, t.client_reference as "clientReference"
       from entries e join postings p on p.id = e.posting_id join accounts w on w.id = e.account_id
       left join transactions t on t.id = ${shownBy} and t.user_id = w.user_id and t.balance_after = e.balance_after
       where e.account_id = $1 and e.version >= $2 and e.version < $3 order by e.version`,
      [accountId, next, end < endVersion ? end : endVersion],
    );
  }
}

/** In a few words, for a line of a statement. */
export function wordsOf({ code, description, amountKobo }: Movement): string {
  const what = description ?? (amountKobo > 0n ? 'Money in' : 'Money out');
  return returns.some((one) => one === code) ? `Refund: ${what}` : what;
}

export interface Totals {
  inKobo: bigint;
  outKobo: bigint;
  feesKobo: bigint;
}

export const noTotals: Totals = { inKobo: 0n, outKobo: 0n, feesKobo: 0n };

export const addTo = (totals: Totals, { amountKobo, feeKobo }: Movement): Totals => ({
  inKobo: totals.inKobo + (amountKobo > 0n ? amountKobo : 0n),
  outKobo: totals.outKobo + (amountKobo < 0n ? -amountKobo : 0n),
  feesKobo: totals.feesKobo + (feeKobo ?? 0n),
});
