/** The rules of what goes out to bank accounts. */
import type { PostingCode } from './chart.ts';
import { idIn, withRefund } from './reference-sql.ts';
import { inSlice, type Rule } from './rule.ts';
import { attemptStates, outcomes, postingsOf, statusesOf, type AttemptState } from './states.ts';

/** What is posted beside the rest when the bank pays late, and when that comes back. */
const latePostings: { readonly [State in AttemptState]?: readonly PostingCode[] } = {
  delivered_late: [outcomes.delivered_late.posting.withdrawal],
  reversed_late: [outcomes.delivered_late.posting.withdrawal, outcomes.reversed_late.posting.withdrawal],
};

/** With each state: the statuses that its transaction may have, and what is posted then. A late payment is posted beside what was. */
const endsByState = Object.keys(attemptStates)
  .map((state) => {
    const ends = statusesOf[state as AttemptState].flatMap((status) =>
      // the keys of the table
      postingsOf.withdrawal[status].map((codes) => {
        const late = latePostings[state as AttemptState] ?? []; // the keys of the table
        return `'${status}: ${[...codes, ...late].toSorted().join(', ')}'`;
      }),
    );
    return `when '${state}' then array[${ends.join(', ')}]::text[]`;
  })
  .join(' ');

export const payoutRules: readonly Rule[] = [
  {
    rule: 'R12',
    statement:
      'Every withdrawal was taken once and has exactly the outcome that its state and its transaction say',
    parts: [
      {
        over: 'withdrawals',
        breaks: `select 'withdrawal ' || w.transaction_id || ' is ' || w.state || ', its transaction ' || coalesce(t.status, 'is gone')
              || ', but has ' || coalesce(p.codes, 'no postings')
          from withdrawals w
          left join lateral (
            select t.status from transactions t where t.id = w.transaction_id and t.type = 'withdraw' and t.user_id = w.user_id limit 1) t on true
          left join lateral (
            select string_agg(code, ', ' order by code) as codes from postings
            where code in ('withdraw.open', 'withdraw.pay', 'withdraw.return', 'withdraw.reverse', 'withdraw.late_pay', 'withdraw.late_reverse')
              and reference = w.transaction_id::text) p on true
          where ${inSlice('w.transaction_id')} and coalesce(t.status || ': ' || p.codes, '') <> all (case w.state ${endsByState} end)`,
      },
      {
        over: 'transactions',
        breaks: `select 'transaction ' || t.id from transactions t
          where ${inSlice('t.id')} and t.type = 'withdraw' and not exists (select from withdrawals w where w.transaction_id = t.id)`,
      },
      {
        over: 'postings',
        breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
          where ${inSlice('p.id')} and p.code like 'withdraw.%'
            and not exists (select from withdrawals w where w.transaction_id = ${idIn('p.reference')})`,
      },
    ],
  },
  {
    rule: 'R12',
    statement:
      'Every withdrawal moved its amount: the fee to us, the rest to the bank, all of it back when it came back',
    parts: [
      {
        over: 'postings',
        breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
          join withdrawals w on w.transaction_id = ${idIn('p.reference')}
          left join lateral (
            select coalesce(sum(e.amount) filter (where a.kind = 'wallet' and a.user_id = w.user_id), 0) as wallet,
              coalesce(sum(e.amount) filter (where a.kind = 'bank'), 0) as bank,
              coalesce(sum(e.amount) filter (where a.kind = 'revenue' and a.name = 'withdrawal'), 0) as fee
            from entries e join accounts a on a.id = e.account_id where e.posting_id = p.id) legs on true
          where ${inSlice('p.id')} and p.code like 'withdraw.%' and (
            legs.wallet <> case p.code
              when 'withdraw.open' then -w.amount_kobo when 'withdraw.return' then w.amount_kobo when 'withdraw.reverse' then w.amount_kobo
              else 0 end
            or legs.bank <> case
              when p.code in ('withdraw.pay', 'withdraw.late_pay') then w.amount_kobo - w.fee_kobo
              when p.code in ('withdraw.reverse', 'withdraw.late_reverse') then w.fee_kobo - w.amount_kobo else 0 end
            or legs.fee <> case p.code when 'withdraw.pay' then w.fee_kobo when 'withdraw.reverse' then -w.fee_kobo else 0 end)`,
      },
    ],
  },
  {
    rule: 'R12',
    statement: 'Every withdrawal that came back shows as one refund transaction of its amount',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'withdrawal ' || t.id from transactions t
          ${withRefund}
          where ${inSlice('t.id')} and t.type = 'withdraw'
            and ((t.status in ('failed', 'refunded')) <> (r.id is not null) or r.amount_kobo <> t.amount_kobo)`,
      },
    ],
  },
];
