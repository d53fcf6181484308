/** The rules of money that came in and could not be credited, beside those of the posting table: it stands in suspense until it was decided. */
import type { Rule } from './rule.ts';
import { suspendedSql } from './suspense-postings.ts';

export const suspenseRules: readonly Rule[] = [
  {
    rule: 'R10',
    statement: 'What stands in suspense is exactly what came in, was credited to nobody, and was not decided',
    breaks: `select 'suspense ' || held || ', undecided ' || open from (
        select coalesce((select sum(e.amount) from entries e join accounts a on a.id = e.account_id where a.kind = 'suspense'), 0) as held,
          coalesce((
            select sum(x.paid_kobo) from (${suspendedSql}) x
            left join postings p on p.code = 'funding.suspense' and p.reference = x.reference
            left join suspense_decisions d on d.posting_id = p.id where d.posting_id is null), 0) as open) s
      where held <> open`,
  },
  {
    rule: 'R10',
    statement: 'Every decision is about something that stood in suspense, with what was paid',
    breaks: `select 'decision about posting ' || d.posting_id from suspense_decisions d
      left join postings s on s.id = d.posting_id and s.code = 'funding.suspense'
      left join (${suspendedSql}) x on x.reference = s.reference
      where x.paid_kobo is distinct from d.paid_kobo or x.kind = 'reserved' and d.amount_kobo <> x.paid_kobo`,
  },
  {
    rule: 'R22',
    statement: 'Every credit from suspense shows what came in, the fee, and the card payment that had failed',
    breaks: `select 'transaction ' || d.transaction_id from suspense_decisions d
      left join postings s on s.id = d.posting_id
      left join (${suspendedSql}) x on x.reference = s.reference
      left join transactions t on t.id = d.transaction_id
      where d.outcome = 'credit' and (t.type, t.status, t.user_id, t.face_value_kobo, t.fee_kobo, t.amount_kobo, t.related_id)
        is distinct from ('wallet', 'success', d.user_id, d.amount_kobo, d.fee_kobo, d.amount_kobo - d.fee_kobo, x.failed_id)`,
  },
  {
    rule: 'R10',
    statement:
      'Every decision about suspense has its record of staff, by whoever made it and for the same reason',
    breaks: `select 'decision about posting ' || d.posting_id from suspense_decisions d
      where not exists (
        select from staff_actions a where a.action = 'decideSuspense' and a.subject = 'posting ' || d.posting_id
          and a.actor_id = d.actor_id and a.reason = d.reason and a.after ->> 'outcome' = d.outcome)
      union all
      select 'staff action ' || a.id from staff_actions a
      where a.action = 'decideSuspense' and not exists (
        select from suspense_decisions d where a.subject = 'posting ' || d.posting_id)`,
  },
];
