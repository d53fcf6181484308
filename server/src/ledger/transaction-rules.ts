/** The rules of what a user reads: each fact of a transaction that is on record elsewhere as well says the same there. */
import { profitSql } from './profit.ts';
import { idIn } from './reference-sql.ts';
import { inSlice, isInSlice, type Rule } from './rule.ts';
import { askedStates, deliveredStates, listed, type Kind } from './states.ts';

const SALES = `('data', 'airtime', 'electricity')`;

/** What is earned by sales, and lost by refunds of staff. */
const PROFIT_ACCOUNT = `(a.kind = 'revenue' and a.name in ${SALES} or a.kind = 'loss' and a.name = 'refund')`;
const PROFIT_CODES = `('purchase.deliver', 'purchase.reverse', 'purchase.refund', 'purchase.recover')`;

/**
 * In hours, more than any wait of a schedule, the claim of whoever asks included: requery_next, the schedule of payments, and the
 * questions after the last of return_check_marks. The rest is for a database whose clock is another one since it took over.
 */
export const longestWaits = { attempt: 2, payment: 25, returned: 2 };

// An audit in slices begins before rows are written that it sees, so it asks for the time of the moment.
const isTooFar = (at: string, hours: number) => `${at} > clock_timestamp() + interval '${hours} hours'`;
const lastMark = (kind: Kind) => `(select max(mark) from unnest(return_check_marks('${kind}')) as m(mark))`;
/** So lately that the last mark is still to come; before it no question is the last. */
const isLately = (kind: Kind, at: string) => `${at} > clock_timestamp() - ${lastMark(kind)}`;

/** What has ended, and may come to something else: what was delivered, and what was refused because nobody knew it. */
const isEndedAndAsked = (row: string) =>
  `(${row}.state in (${listed(deliveredStates)}) or ${row}.state = 'refused' and ${row}.first_not_found_at is not null)`;

export const transactionRules: readonly Rule[] = [
  {
    rule: 'R22',
    statement:
      'Every transaction that moved money at once is a success, and one of a payment says what the payment says',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'transaction ' || t.id || ' is ' || t.status from transactions t
          left join lateral (select * from payments y where y.transaction_id = t.id limit 1) y on true
          where ${inSlice('t.id')} and (t.type in ('transfer', 'refund', 'referrer', 'earning') and t.status <> 'success'
            or t.type = 'wallet' and y.transaction_id is null and t.status <> case when t.balance_before is null then 'failed' else 'success' end
            or y.transaction_id is not null and (t.type <> 'wallet' or t.user_id <> y.user_id or t.reference <> y.reference
              or t.status <> case y.state when 'initiated' then 'pending' when 'credited' then 'success' else 'failed' end
              or t.face_value_kobo is distinct from case y.state when 'credited' then y.paid_kobo else y.amount_kobo end
              or t.amount_kobo + t.fee_kobo is distinct from t.face_value_kobo))`,
      },
    ],
  },
  {
    rule: 'R22',
    statement:
      'Every refund repeats what it returns, and every transfer that was received names the one that was sent',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'transaction ' || r.id from transactions r
          left join lateral (select * from transactions t where t.id = r.related_id limit 1) t on true
          where ${inSlice('r.id')} and (
            r.type = 'refund' and (t.id is null or t.type not in ('data', 'airtime', 'electricity', 'withdraw')
              or (r.user_id, r.amount_kobo, r.description) is distinct from (t.user_id, t.amount_kobo, t.description)
              or (r.price_kobo, r.recipient, r.network, r.product) is distinct from (t.price_kobo, t.recipient, t.network, t.product))
            or r.type = 'transfer' and r.related_id is not null
              and (t.id is null or t.type <> 'transfer' or t.amount_kobo <> r.amount_kobo)
            or r.type not in ('refund', 'transfer') and r.related_id is not null
              and not exists (select from suspense_decisions d where d.transaction_id = r.id)
              and not exists (select from debits d where d.id = r.id and d.source_id = r.related_id))`,
      },
    ],
  },
  {
    rule: 'R22',
    statement: 'Every purchase moved its price, from the supplier of its last attempt',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'purchase ' || t.id from transactions t
          left join lateral (
            select supplier from purchase_attempts where transaction_id = t.id order by attempt desc limit 1) a on true
          where ${inSlice('t.id')} and t.type in ${SALES} and (t.amount_kobo <> t.price_kobo or t.cost_kobo is null
            or t.supplier is distinct from a.supplier or t.fee_kobo is not null
            or (t.type = 'data') <> (t.plan_id is not null) or (t.type = 'data') <> (t.volume_mb is not null))`,
      },
    ],
  },
  {
    rule: 'R22',
    statement:
      'What the screens show as profit of sales is what the books hold of margins and of refunds by staff',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'purchase ' || t.id || ' shows ' || coalesce(${profitSql}, 0) || ', booked ' || h.held
          from transactions t cross join lateral (
            select coalesce(sum(e.amount), 0) as held
            from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id and ${PROFIT_ACCOUNT}
            where p.code in ${PROFIT_CODES} and p.reference = t.id::text) h
          where ${inSlice('t.id')} and t.type in ${SALES} and h.held <> coalesce(${profitSql}, 0)`,
      },
      {
        over: 'entries',
        breaks: `select 'entry ' || e.posting_id || '/' || e.leg from entries e join accounts a on a.id = e.account_id and ${PROFIT_ACCOUNT}
          where ${inSlice('e.posting_id')} and not exists (
            select from postings p join transactions t on t.id = ${idIn('p.reference')} and t.id::text = p.reference and t.type in ${SALES}
            where p.id = e.posting_id and p.code in ${PROFIT_CODES})`,
      },
    ],
  },
  {
    rule: 'R22',
    statement: 'Every withdrawal names the account that was paid, and every bank transfer what was paid in',
    parts: [
      {
        over: 'withdrawals',
        breaks: `select 'withdrawal ' || t.id from withdrawals w join transactions t on t.id = w.transaction_id
          where ${inSlice('w.transaction_id')} and ((t.recipient, t.reference) is distinct from (w.account_number, w.reference)
            or (t.amount_kobo, t.fee_kobo, t.face_value_kobo) is distinct from (w.amount_kobo, w.fee_kobo, w.amount_kobo - w.fee_kobo))`,
      },
      {
        over: 'bank_transfers',
        breaks: `select 'bank transfer ' || b.id from bank_transfers b join transactions t on t.id = b.transaction_id
          where ${inSlice('b.id')}
            and (t.user_id, t.face_value_kobo, t.amount_kobo + t.fee_kobo) is distinct from (b.user_id, b.paid_kobo, b.paid_kobo)`,
      },
    ],
  },
  {
    rule: 'R11',
    statement:
      'Every coupon belongs to whom its maker named, with the amount and the end that were named, and was voided by whom the record says',
    parts: [
      {
        over: 'coupons',
        breaks: `select 'coupon ' || c.id from coupons c where ${inSlice('c.id')} and not exists (
          select from staff_actions s where s.action = 'generateCoupon' and s.subject = 'user ' || c.owner_id and s.actor_id = c.maker_id
            and s.after ->> 'coupon' = c.id::text and s.after ->> 'amountKobo' = c.amount_kobo::text
            and (s.after ->> 'expiresAt')::timestamptz is not distinct from c.expires_at)`,
      },
      {
        over: 'coupons',
        breaks: `select 'coupon ' || c.id from coupons c where ${inSlice('c.id')} and c.voided_by is not null and not exists (
          select from staff_actions s where s.action = 'voidCoupon' and s.subject = 'user ' || c.owner_id and s.actor_id = c.voided_by
            and s.after ->> 'coupon' = c.id::text and s.reason is not distinct from c.void_reason)`,
      },
    ],
  },
  {
    rule: 'R15',
    statement: 'Every transaction of a reward is of one that was given',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'transaction ' || t.id from transactions t where ${inSlice('t.id')} and t.type = 'referrer'
          and not exists (select from referral_rewards w where w.transaction_id = t.id and w.referrer_id = t.user_id)`,
      },
    ],
  },
  {
    rule: 'R7',
    statement: 'What is on its way to a supplier, a bank or a gateway is asked about again, and in time',
    parts: [
      {
        over: 'purchase_attempts',
        breaks: `select 'attempt ' || transaction_id || '/' || attempt from purchase_attempts
          where ${inSlice('transaction_id')}
            and (state in (${listed(askedStates)}) and next_check_at is null or ${isTooFar('next_check_at', longestWaits.attempt)})`,
      },
      {
        over: 'withdrawals',
        breaks: `select 'withdrawal ' || transaction_id from withdrawals
          where ${inSlice('transaction_id')}
            and (state in (${listed(askedStates)}) and next_check_at is null or ${isTooFar('next_check_at', longestWaits.attempt)})`,
      },
      {
        over: 'payments',
        breaks: `select 'payment ' || transaction_id from payments
          where ${inSlice('transaction_id')}
            and (state = 'initiated' and next_check_at is null or ${isTooFar('next_check_at', longestWaits.payment)})`,
      },
    ],
  },
  {
    rule: 'R7',
    statement:
      'What was delivered or paid out lately, or refused because nobody knew it, is asked about again, and in time',
    parts: [
      {
        over: 'purchase_attempts',
        breaks: `select 'attempt ' || a.transaction_id || '/' || a.attempt from purchase_attempts a
          where ${inSlice('a.transaction_id')} and (
            ${isEndedAndAsked('a')} and a.return_check_at is null and ${isLately('purchase', 'a.answered_at')}
            or ${isTooFar('a.return_check_at', longestWaits.returned)} and a.return_check_at > ${lastMark('purchase')} + coalesce(greatest(
              a.answered_at, (select t.settled_at from transactions t where t.id = a.transaction_id and t.status = 'refunded')), '-infinity'))`,
      },
      {
        // What staff refund is asked about anew; one that was delivered late, beside it, is not.
        over: 'transactions',
        breaks: `select 'refunded purchase ' || t.id from transactions t
          where ${inSlice('t.id')} and t.type in ${SALES} and t.status = 'refunded' and ${isLately('purchase', 't.settled_at')}
            and exists (select from purchase_attempts a where a.transaction_id = t.id and a.state = 'delivered' and a.return_check_at is null)`,
      },
      {
        over: 'withdrawals',
        breaks: `select 'withdrawal ' || w.transaction_id from withdrawals w
          where ${inSlice('w.transaction_id')} and (
            ${isEndedAndAsked('w')} and w.return_check_at is null and ${isLately('withdrawal', 'w.answered_at')}
            or ${isTooFar('w.return_check_at', longestWaits.returned)}
              and w.return_check_at > ${lastMark('withdrawal')} + coalesce(w.answered_at, '-infinity'))`,
      },
    ],
  },
  {
    rule: 'R17',
    statement: 'Every idempotency key stands for something that its user did',
    parts: [
      {
        over: 'idempotency_keys',
        breaks: `select 'key of user ' || k.user_id || ' for ' || k.transaction_id from idempotency_keys k
          where ${isInSlice('idempotency_keys', 'k')}
            and not k.by_staff
            and not exists (select from transactions t where t.id = k.transaction_id and t.user_id = k.user_id)
            and not exists (select from coupons c where c.id = k.transaction_id and c.maker_id = k.user_id)
            and not exists (select from postings p where p.code = 'issue.transfer' and p.reference = k.transaction_id::text
              and p.actor_id = k.user_id)`,
      },
      {
        over: 'idempotency_keys',
        breaks: `select 'key of user ' || k.user_id || ' for ' || k.transaction_id || ' of staff' from idempotency_keys k
          where ${isInSlice('idempotency_keys', 'k')} and k.by_staff
            and not exists (select from staff_actions s where s.id = k.transaction_id and s.actor_id = k.user_id
              and s.done_at = k.created_at)`,
      },
    ],
  },
];
