/** What stands in suspense, or stood there, as staff see it: read from its posting and from the payment or the bank transfer behind it. */
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { SuspenseEntry } from '@jara/contract/calls/suspense.ts';

export interface SuspenseRow {
  id: bigint;
  /** Of the posting that put it there, and so of the one that takes it out. */
  reference: string;
  paidKobo: bigint;
  why: string;
  createdAt: Date;
  provider: string;
  providerReference: string | null;
  /** Null of a card payment, as is the account number. */
  bank: string | null;
  accountNumber: string | null;
  sender: string | null;
  /** Null of a bank transfer. */
  gateway: string | null;
  failedTransactionId: bigint | null;
  /** Who began the card payment, or whose account it was. */
  holderId: bigint | null;
  holderName: string | null;
  outcome: 'credit' | 'return' | null;
  creditedName: string | null;
  transactionId: bigint | null;
  amountKobo: bigint | null;
  feeKobo: bigint | null;
  deciderName: string | null;
  reason: string | null;
  decidedAt: Date | null;
}

/** Found by the index of what happens once, whose first column is the code. */
export const selectSuspense = `
  select p.id, p.reference, coalesce(y.paid_kobo, b.paid_kobo) as "paidKobo", coalesce(p.reason, '') as why, p.posted_at as "createdAt",
    split_part(p.reference, ':', 1) as provider, coalesce(y.provider_reference, b.provider_reference, y.reference) as "providerReference",
    b.bank, b.account_number as "accountNumber", b.sender, y.gateway, y.transaction_id as "failedTransactionId",
    h.id as "holderId", h.user_name as "holderName", d.outcome, c.user_name as "creditedName", d.transaction_id as "transactionId",
    d.amount_kobo as "amountKobo", d.fee_kobo as "feeKobo", s.user_name as "deciderName", d.reason, d.decided_at as "decidedAt"
  from postings p
  left join payments y on y.reference = substr(p.reference, strpos(p.reference, ':') + 1) and y.gateway = split_part(p.reference, ':', 1)
  left join bank_transfers b on b.provider = split_part(p.reference, ':', 1)
    and b.provider_reference = substr(p.reference, strpos(p.reference, ':') + 1)
  left join users h on h.id = coalesce(y.user_id, b.user_id)
  left join suspense_decisions d on d.posting_id = p.id
  left join users c on c.id = d.user_id
  left join users s on s.id = d.actor_id
  where p.code = 'funding.suspense'`;

/** A bank pays in naira; of a card the reason names what it paid in. */
export const currencyOf = ({ gateway, why }: Pick<SuspenseRow, 'gateway' | 'why'>): string =>
  gateway === null ? 'NGN' : (/^paid in (\w+)$/.exec(why)?.[1]?.toUpperCase() ?? 'unknown');

export function presentSuspense(row: SuspenseRow): SuspenseEntry {
  return {
    _id: String(row.id),
    source: row.gateway === null ? 'bank_transfer' : 'card_payment',
    amount: toNaira(kobo(row.paidKobo)),
    currency: currencyOf(row),
    why: row.why,
    sender: row.sender,
    provider: row.provider,
    providerReference: row.providerReference,
    bank: row.bank,
    accountNumber: row.accountNumber,
    trans_UserName: row.holderName,
    transactionId: row.failedTransactionId === null ? null : String(row.failedTransactionId),
    createdAt: row.createdAt.toISOString(),
    decision: decisionOf(row),
  };
}

function decisionOf(row: SuspenseRow): SuspenseEntry['decision'] {
  const { outcome, amountKobo, feeKobo, deciderName, reason, decidedAt } = row;
  if (outcome === null || deciderName === null || reason === null || decidedAt === null) return null;
  const isCredit = amountKobo !== null && feeKobo !== null;
  return {
    outcome,
    userName: row.creditedName,
    transactionId: row.transactionId === null ? null : String(row.transactionId),
    credited: isCredit ? toNaira(kobo(amountKobo - feeKobo)) : null,
    charge: isCredit ? toNaira(kobo(feeKobo)) : null,
    decidedBy: deciderName,
    reason,
    decidedAt: decidedAt.toISOString(),
  };
}
