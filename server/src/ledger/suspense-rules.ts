/** The rules of money that came in and could not be credited, beside those of the posting table: it stands in suspense until it was decided. */
import { idIn } from './reference-sql.ts';
import { inSlice, type Rule } from './rule.ts';
import { suspendedSql } from './staff-postings.ts';

const CODES = `('funding.suspense', 'suspense.credit', 'suspense.return')`;

/** The decision `d` with the posting that it is about, and what came in. */
const decided = `suspense_decisions d
  left join postings s on s.id = d.posting_id and s.code = 'funding.suspense'
  left join lateral (select * from (${suspendedSql}) x where x.reference = s.reference limit 1) x on true`;

export const suspenseRules: readonly Rule[] = [
  {
    rule: 'R10',
    statement: 'What stands in suspense is exactly what came in, was credited to nobody, and was not decided',
    parts: [
      {
        over: null,
        breaks: `select 'in suspense for ' || x.reference || ' ' || h.held from (${suspendedSql}) x
          cross join lateral (
            select coalesce(sum(e.amount), 0) as held
            from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id and a.kind = 'suspense'
            where p.code in ${CODES} and p.reference = x.reference) h
          where h.held is distinct from case when exists (
            select from postings p join suspense_decisions d on d.posting_id = p.id
            where p.code = 'funding.suspense' and p.reference = x.reference) then 0 else x.paid_kobo end`,
      },
      {
        over: 'entries',
        breaks: `select 'entry ' || e.posting_id || '/' || e.leg from entries e
          join accounts a on a.id = e.account_id and a.kind = 'suspense'
          where ${inSlice('e.posting_id')} and not exists (
            select from postings p join (${suspendedSql}) x on x.reference = p.reference where p.id = e.posting_id and p.code in ${CODES})`,
      },
    ],
  },
  {
    rule: 'R10',
    statement: 'Nothing that came in is marked as decided that nobody decided',
    parts: [
      {
        over: 'bank_transfers',
        breaks: `select 'bank transfer ' || b.id from bank_transfers b
          where ${inSlice('b.id')} and b.decided_at is not null and is_undecided(b.provider, b.provider_reference)`,
      },
      {
        over: 'payments',
        breaks: `select 'payment ' || y.transaction_id from payments y
          where ${inSlice('y.transaction_id')} and y.decided_at is not null and is_undecided(y.gateway, y.reference)`,
      },
    ],
  },
  {
    rule: 'R10',
    statement: 'Every decision is about something that stood in suspense, with what was paid',
    parts: [
      {
        over: 'suspense_decisions',
        breaks: `select 'decision about posting ' || d.posting_id from ${decided}
          where ${inSlice('d.posting_id')}
            and (x.paid_kobo is distinct from d.paid_kobo or x.kind = 'reserved' and d.amount_kobo <> x.paid_kobo)`,
      },
    ],
  },
  {
    rule: 'R22',
    statement: 'Every credit from suspense shows what came in, the fee, and the card payment that had failed',
    parts: [
      {
        over: 'suspense_decisions',
        breaks: `select 'transaction ' || d.transaction_id from ${decided}
          left join transactions t on t.id = d.transaction_id
          where ${inSlice('d.posting_id')} and d.outcome = 'credit'
            and (t.type, t.status, t.user_id, t.face_value_kobo, t.fee_kobo, t.amount_kobo, t.related_id)
              is distinct from ('wallet', 'success', d.user_id, d.amount_kobo, d.fee_kobo, d.amount_kobo - d.fee_kobo, x.failed_id)`,
      },
    ],
  },
  {
    rule: 'R10',
    statement:
      'Every decision about suspense has its record of staff, by whoever made it and for the same reason',
    parts: [
      {
        over: 'suspense_decisions',
        breaks: `select 'decision about posting ' || d.posting_id from suspense_decisions d
          where ${inSlice('d.posting_id')} and not exists (
            select from staff_actions a where a.action = 'decideSuspense' and a.subject = 'posting ' || d.posting_id
              and a.actor_id = d.actor_id and a.reason = d.reason and a.after ->> 'outcome' = d.outcome)`,
      },
      {
        over: 'staff_actions',
        breaks: `select 'staff action ' || a.id from staff_actions a
          where ${inSlice('a.id')} and a.action = 'decideSuspense' and not exists (
            select from suspense_decisions d
            where d.posting_id = ${idIn("split_part(a.subject, ' ', 2)")} and a.subject = 'posting ' || d.posting_id)`,
      },
    ],
  },
];
