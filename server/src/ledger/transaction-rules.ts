/** The rules of what a user reads: each fact of a transaction that is on record elsewhere as well says the same there. */
import { profitSql } from './profit.ts';
import { askedStates, listed } from './states.ts';
import type { Rule } from './rule.ts';

const SALES = `('data', 'airtime', 'electricity')`;

export const transactionRules: readonly Rule[] = [
  {
    rule: 'R22',
    statement:
      'Every transaction that moved money at once is a success, and one of a payment says what the payment says',
    breaks: `select 'transaction ' || t.id || ' is ' || t.status from transactions t
      left join payments y on y.transaction_id = t.id
      where t.type in ('transfer', 'refund', 'referrer', 'earning') and t.status <> 'success'
        or t.type = 'wallet' and y.transaction_id is null and t.status <> case when t.balance_before is null then 'failed' else 'success' end
        or y.transaction_id is not null and (t.type <> 'wallet' or t.user_id <> y.user_id or t.reference <> y.reference
          or t.status <> case y.state when 'initiated' then 'pending' when 'credited' then 'success' else 'failed' end
          or t.face_value_kobo is distinct from case y.state when 'credited' then y.paid_kobo else y.amount_kobo end
          or t.amount_kobo + t.fee_kobo is distinct from t.face_value_kobo)`,
  },
  {
    rule: 'R22',
    statement:
      'Every refund repeats what it returns, and every transfer that was received names the one that was sent',
    breaks: `select 'transaction ' || r.id from transactions r left join transactions t on t.id = r.related_id
      where r.type = 'refund' and (t.id is null or t.type not in ('data', 'airtime', 'electricity', 'withdraw')
          or (r.user_id, r.amount_kobo, r.description) is distinct from (t.user_id, t.amount_kobo, t.description)
          or (r.price_kobo, r.recipient, r.network, r.product) is distinct from (t.price_kobo, t.recipient, t.network, t.product))
        or r.type = 'transfer' and r.related_id is not null
          and (t.id is null or t.type <> 'transfer' or t.amount_kobo <> r.amount_kobo)
        or r.type not in ('refund', 'transfer') and r.related_id is not null
          and not exists (select from suspense_decisions d where d.transaction_id = r.id)`,
  },
  {
    rule: 'R22',
    statement: 'Every purchase moved its price, from the supplier of its last attempt',
    breaks: `select 'purchase ' || t.id from transactions t
      left join (select distinct on (transaction_id) transaction_id, supplier from purchase_attempts
        order by transaction_id, attempt desc) a on a.transaction_id = t.id
      where t.type in ${SALES} and (t.amount_kobo <> t.price_kobo or t.cost_kobo is null or t.supplier is distinct from a.supplier
        or t.fee_kobo is not null or (t.type = 'data') <> (t.plan_id is not null) or (t.type = 'data') <> (t.volume_mb is not null))`,
  },
  {
    rule: 'R22',
    statement:
      'What the screens show as profit of sales is what the books hold of margins and of refunds by staff',
    breaks: `select 'profit ' || shown || ', booked ' || booked from (
        select coalesce((select sum(${profitSql}) from transactions t where t.type in ${SALES}), 0) as shown,
          coalesce((select sum(e.amount) from entries e join accounts a on a.id = e.account_id
            where a.kind = 'revenue' and a.name in ${SALES} or a.kind = 'loss' and a.name = 'refund'), 0) as booked) s
      where shown <> booked`,
  },
  {
    rule: 'R22',
    statement: 'Every withdrawal names the account that was paid, and every bank transfer what was paid in',
    breaks: `select 'withdrawal ' || t.id from withdrawals w join transactions t on t.id = w.transaction_id
      where (t.recipient, t.reference) is distinct from (w.account_number, w.reference)
        or (t.amount_kobo, t.fee_kobo, t.face_value_kobo) is distinct from (w.amount_kobo, w.fee_kobo, w.amount_kobo - w.fee_kobo)
      union all
      select 'bank transfer ' || b.id from bank_transfers b join transactions t on t.id = b.transaction_id
      where (t.user_id, t.face_value_kobo, t.amount_kobo + t.fee_kobo) is distinct from (b.user_id, b.paid_kobo, b.paid_kobo)`,
  },
  {
    rule: 'R11',
    statement: 'Every coupon belongs to whom its maker named, with the amount that was named',
    breaks: `select 'coupon ' || c.id from coupons c where not exists (
      select from staff_actions s where s.action = 'generateCoupon' and s.subject = 'user ' || c.owner_id and s.actor_id = c.maker_id
        and s.after ->> 'coupon' = c.id::text and s.after ->> 'amountKobo' = c.amount_kobo::text)`,
  },
  {
    rule: 'R15',
    statement: 'Every transaction of a reward is of one that was given',
    breaks: `select 'transaction ' || t.id from transactions t
      where t.type = 'referrer' and not exists (select from referral_rewards w where w.transaction_id = t.id and w.referrer_id = t.user_id)`,
  },
  {
    rule: 'R7',
    statement: 'What is on its way to a supplier or a bank is asked about again',
    breaks: `select 'attempt ' || transaction_id || '/' || attempt from purchase_attempts
      where state in (${listed(askedStates)}) and next_check_at is null
      union all
      select 'withdrawal ' || transaction_id from withdrawals
      where state in (${listed(askedStates)}) and next_check_at is null`,
  },
  {
    rule: 'R2',
    statement: 'No snapshot of a house account is ahead of the books',
    breaks: `select 'account ' || account_id || ' up to posting ' || up_to_posting_id from house_balances
      where up_to_posting_id > (select coalesce(max(id), 0) from postings)`,
  },
  {
    rule: 'R17',
    statement: 'Every idempotency key stands for something that its user did',
    breaks: `select 'key of user ' || k.user_id || ' for ' || k.transaction_id from idempotency_keys k
      where not exists (select from transactions t where t.id = k.transaction_id and t.user_id = k.user_id)
        and not exists (select from coupons c where c.id = k.transaction_id and c.maker_id = k.user_id)
        and not exists (select from postings p where p.code = 'issue.transfer' and p.reference = k.transaction_id::text
          and p.actor_id = k.user_id)`,
  },
];
