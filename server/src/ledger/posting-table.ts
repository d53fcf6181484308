/**
 * What each posting code may do, as one table: which row of which table justifies it, and from that row which accounts it moves, by how
 * much, whose they are, and which transaction shows it to the owner. A posting that does not follow from a row, and a row without its
 * postings, are both found by comparing the books with this table (`posting-rules.ts`). The same postings in words: docs/money.md.
 * A new code is a new row here, else the audit finds each of its postings.
 */
import type { HouseKind, PostingCode, UserAccountKind } from './chart.ts';
import { staffPostings } from './staff-postings.ts';

/** SQL over the row that justifies the posting. */
export type Sql = string;

export interface LegOfCode {
  kind: HouseKind | UserAccountKind | { sql: Sql };
  /** Of a house account that is one of several. */
  name?: Sql;
  /** Of a user account: the id of its user. */
  owner?: Sql;
  /** A leg of nought is not posted. */
  amount: Sql;
  /** Of a wallet: the id of the transaction that shows the owner this leg. */
  shownBy?: Sql;
}

export interface PostingOfCode {
  /** Each row of it justifies one posting. */
  from: Sql;
  where?: Sql;
  reference: Sql;
  /** Finds, by an index, the rows that the postings in `touched` name: see `expectedLegsSql`. */
  isTouched: Sql;
  legs: readonly LegOfCode[];
  /** The posting is not older than this. */
  since: Sql;
  /** Who did it; null for the program itself. */
  actor?: Sql;
  reason?: Sql;
}

const SALES = `('data', 'airtime', 'electricity')`;
const isSale = (statuses: string): Sql => `t.type in ${SALES} and t.status in (${statuses})`;
const idIsTouched = (id: Sql): Sql => `${id} = any(array(select id from touched))`;
const ofTransaction = {
  from: 'transactions t',
  reference: 't.id::text',
  isTouched: idIsTouched('t.id'),
  since: 't.created_at',
} as const;

/** The transaction that shows what came back of `t`. */
const refundOf = `(select r.id from transactions r where r.related_id = t.id and r.type = 'refund')`;
const isReversed = `exists (select from purchase_attempts a where a.transaction_id = t.id and a.reversal = 'reversed')`;
/** What staff did that refunded the sale `t`. */
const refundingAction = (column: string): Sql =>
  `(select s.${column} from staff_actions s where s.subject = 'transaction ' || t.id and s.action in ('refund', 'decideWaiting')
     order by s.id desc limit 1)`;

/** Who bears the cost of the refund by staff of this purchase: the house, but for those from before that. */
export const refundCostKind = (purchaseId: Sql): Sql =>
  `case when ${hadNoLoss(purchaseId)} then 'supplier' else 'loss' end`;
const hadNoLoss = (purchaseId: Sql): Sql =>
  `exists (select from refunds_without_loss x where x.transaction_id = ${purchaseId})`;

const priceFrom: LegOfCode = { kind: 'in_flight', amount: '-t.price_kobo' };
const costTo: LegOfCode = { kind: 'supplier', name: 't.supplier', amount: 't.cost_kobo' };
const marginTo: LegOfCode = { kind: 'revenue', name: 't.type', amount: 't.price_kobo - t.cost_kobo' };
const reversed = (leg: LegOfCode): LegOfCode => ({ ...leg, amount: `-(${leg.amount})` });
const priceBack: LegOfCode = {
  kind: 'wallet',
  owner: 't.user_id',
  amount: 't.price_kobo',
  shownBy: refundOf,
};

const ofWithdrawal = {
  from: 'withdrawals w join transactions t on t.id = w.transaction_id',
  reference: 'w.transaction_id::text',
  isTouched: idIsTouched('w.transaction_id'),
  since: 't.created_at',
} as const;
const paidTo: readonly LegOfCode[] = [
  { kind: 'bank', amount: 'w.amount_kobo - w.fee_kobo' },
  { kind: 'revenue', name: `'withdrawal'`, amount: 'w.fee_kobo' },
];
const payoutFrom: LegOfCode = { kind: 'in_flight', amount: '-w.amount_kobo' };
const payoutBack: LegOfCode = {
  kind: 'wallet',
  owner: 'w.user_id',
  amount: 'w.amount_kobo',
  shownBy: refundOf,
};

const lateVend: readonly LegOfCode[] = [
  { kind: 'loss', name: `'late_vend'`, amount: '-t.cost_kobo' },
  { kind: 'supplier', name: 'a.supplier', amount: 't.cost_kobo' },
];
const latePayout: readonly LegOfCode[] = [
  { kind: 'loss', name: `'late_payout'`, amount: 'w.fee_kobo - w.amount_kobo' },
  { kind: 'bank', amount: 'w.amount_kobo - w.fee_kobo' },
];

const isDebit = 't.balance_after < t.balance_before';
const isCredit = 't.balance_after > t.balance_before';
const toOwnWallet = (amount: Sql): LegOfCode => ({
  kind: 'wallet',
  owner: 't.user_id',
  amount,
  shownBy: 't.id',
});
const fundingFee: LegOfCode = { kind: 'revenue', name: `'funding'`, amount: 't.fee_kobo' };

export const postingTable: Readonly<Record<PostingCode, PostingOfCode>> = {
  'purchase.open': {
    ...ofTransaction,
    where: `t.type in ${SALES}`,
    legs: [toOwnWallet('-t.price_kobo'), reversed(priceFrom)],
  },
  'purchase.deliver': {
    ...ofTransaction,
    where: isSale(`'success', 'refunded'`),
    legs: [priceFrom, costTo, marginTo],
  },
  'purchase.return': { ...ofTransaction, where: isSale(`'failed'`), legs: [priceFrom, priceBack] },
  'purchase.reverse': {
    ...ofTransaction,
    where: `${isSale(`'refunded'`)} and ${isReversed}`,
    legs: [reversed(costTo), reversed(marginTo), priceBack],
  },
  'purchase.refund': {
    ...ofTransaction,
    where: `${isSale(`'refunded'`)} and not ${isReversed}`,
    legs: [
      {
        kind: { sql: refundCostKind('t.id') },
        name: `case when ${hadNoLoss('t.id')} then t.supplier else 'refund' end`,
        amount: '-t.cost_kobo',
      },
      reversed(marginTo),
      priceBack,
    ],
    actor: refundingAction('actor_id'),
    reason: refundingAction('reason'),
  },
  'purchase.recover': {
    from: 'purchase_attempts a join transactions t on t.id = a.transaction_id',
    where: `a.reversal = 'recovered' and not ${hadNoLoss('t.id')}`,
    reference: 't.id::text',
    isTouched: idIsTouched('a.transaction_id'),
    since: 't.created_at',
    legs: [
      { kind: 'supplier', name: 'a.supplier', amount: '-t.cost_kobo' },
      { kind: 'loss', name: `'refund'`, amount: 't.cost_kobo' },
    ],
  },
  'purchase.late_vend': {
    from: 'purchase_attempts a join transactions t on t.id = a.transaction_id',
    where: `a.state in ('delivered_late', 'reversed_late')`,
    reference: `t.id || '/' || a.attempt`,
    isTouched: idIsTouched('a.transaction_id'),
    since: 't.created_at',
    legs: lateVend,
  },
  'purchase.late_reverse': {
    from: 'purchase_attempts a join transactions t on t.id = a.transaction_id',
    where: `a.state = 'reversed_late'`,
    reference: `t.id || '/' || a.attempt`,
    isTouched: idIsTouched('a.transaction_id'),
    since: 't.created_at',
    legs: lateVend.map(reversed),
  },
  'funding.card': {
    from: 'payments y join transactions t on t.id = y.transaction_id',
    where: `y.state = 'credited'`,
    reference: `y.gateway || ':' || y.reference`,
    isTouched: 'y.reference = any(array(select name from touched))',
    since: 't.created_at',
    legs: [
      { kind: 'gateway', name: 'y.gateway', amount: '-y.paid_kobo' },
      {
        kind: 'wallet',
        owner: 'y.user_id',
        amount: 'y.paid_kobo - coalesce(t.fee_kobo, 0)',
        shownBy: 't.id',
      },
      fundingFee,
    ],
  },
  ...staffPostings,
  'withdraw.open': {
    ...ofWithdrawal,
    legs: [
      { kind: 'wallet', owner: 'w.user_id', amount: '-w.amount_kobo', shownBy: 't.id' },
      reversed(payoutFrom),
    ],
  },
  'withdraw.pay': {
    ...ofWithdrawal,
    where: `t.status in ('success', 'refunded')`,
    legs: [payoutFrom, ...paidTo],
  },
  'withdraw.return': { ...ofWithdrawal, where: `t.status = 'failed'`, legs: [payoutFrom, payoutBack] },
  'withdraw.reverse': {
    ...ofWithdrawal,
    where: `t.status = 'refunded'`,
    legs: [...paidTo.map(reversed), payoutBack],
  },
  'withdraw.late_pay': {
    ...ofWithdrawal,
    where: `w.state in ('delivered_late', 'reversed_late')`,
    legs: latePayout,
  },
  'withdraw.late_reverse': {
    ...ofWithdrawal,
    where: `w.state = 'reversed_late'`,
    legs: latePayout.map(reversed),
  },
  transfer: {
    ...ofTransaction,
    from: `transactions t left join transactions r on r.related_id = t.id and r.type = 'transfer'`,
    where: `t.type = 'transfer' and t.related_id is null and ${isDebit}`,
    legs: [
      toOwnWallet('-t.amount_kobo'),
      { kind: 'wallet', owner: 'r.user_id', amount: 't.amount_kobo', shownBy: 'r.id' },
    ],
    actor: 't.user_id',
  },
  'issue.transfer': {
    ...ofTransaction,
    // Without the record of who gave it, nothing justifies the posting.
    from: `transactions t join staff_actions s on s.subject = 'user ' || t.user_id and s.action = 'transferFund'
        and s.after ->> 'transaction' = t.id::text and s.after ->> 'issuedKobo' = t.amount_kobo::text`,
    where: `t.type = 'transfer' and t.related_id is null and ${isCredit}`,
    legs: [{ kind: 'issuance', amount: '-t.amount_kobo' }, toOwnWallet('t.amount_kobo')],
    actor: 's.actor_id',
    reason: 's.reason',
  },
  'funding.transfer': {
    from: 'bank_transfers b join transactions t on t.id = b.transaction_id',
    where: `b.state = 'credited'`,
    reference: `b.provider || ':' || b.provider_reference`,
    isTouched: '(b.provider, b.provider_reference) in (select provider, name from touched)',
    since: 'least(t.created_at, b.received_at)',
    legs: [
      { kind: 'reserved', name: 'b.bank', amount: '-b.paid_kobo' },
      {
        kind: 'wallet',
        owner: 'b.user_id',
        amount: 'b.paid_kobo - coalesce(t.fee_kobo, 0)',
        shownBy: 't.id',
      },
      fundingFee,
    ],
  },
  'upgrade.fee': {
    ...ofTransaction,
    // What lowers a wallet by a transaction of this type is a coupon that its owner made, what staff debited, or an upgrade.
    where: `t.type = 'wallet' and ${isDebit} and not exists (select from coupons c where c.id = t.id)
      and not exists (select from debits d where d.id = t.id)`,
    legs: [toOwnWallet('-t.amount_kobo'), { kind: 'revenue', name: `'upgrade'`, amount: 't.amount_kobo' }],
    actor: 't.user_id',
  },
  'referral.reward': {
    from: 'referral_rewards w',
    reference: 'w.referee_id::text',
    isTouched: idIsTouched('w.referee_id'),
    since: 'w.paid_at',
    legs: [
      { kind: 'referral_cost', amount: '-w.amount_kobo' },
      { kind: 'earnings', owner: 'w.referrer_id', amount: 'w.amount_kobo' },
    ],
    actor: 'w.referee_id',
  },
  'earning.withdraw': {
    ...ofTransaction,
    where: `t.type = 'earning'`,
    legs: [{ kind: 'earnings', owner: 't.user_id', amount: '-t.amount_kobo' }, toOwnWallet('t.amount_kobo')],
    actor: 't.user_id',
  },
  'issue.test_top_up': {
    ...ofTransaction,
    // What raises a wallet by a transaction of this type and came neither by card nor by bank, nor out of a coupon or suspense.
    where: `t.type = 'wallet' and ${isCredit}
      and not exists (select from payments y where y.transaction_id = t.id)
      and not exists (select from bank_transfers b where b.transaction_id = t.id)
      and not exists (select from suspense_decisions d where d.transaction_id = t.id)
      and not exists (select from coupons c where c.redeem_transaction_id = t.id)
      and not exists (select from coupons c where c.void_transaction_id = t.id)`,
    legs: [{ kind: 'issuance', amount: '-t.amount_kobo' }, toOwnWallet('t.amount_kobo')],
    actor: 't.user_id',
  },
  'issue.demo': {
    // Play money: only demo users have some, each once, and what there was of it only the posting tells.
    from: `(
      select u.id, p.posted_at, (
        select -sum(e.amount) from entries e join accounts a on a.id = e.account_id
        where e.posting_id = p.id and a.kind = 'issuance') as amount
      from users u join postings p on p.code = 'issue.demo' and p.reference = u.id::text where u.is_demo) u`,
    reference: 'u.id::text',
    isTouched: idIsTouched('u.id'),
    since: 'u.posted_at',
    legs: [
      { kind: 'issuance', amount: '-u.amount' },
      { kind: 'wallet', owner: 'u.id', amount: 'u.amount' },
    ],
  },
};
