/** The rules of the posting table: the books are exactly what the rows behind them say, and the transactions show exactly the wallets. */
import { postingCodes } from './chart.ts';
import { expectedLegsSql, expectedPostingsSql } from './expected-postings.ts';
import type { Rule } from './rule.ts';
import { listed } from './states.ts';

export const postingRules: readonly Rule[] = [
  {
    rule: 'R21',
    statement: 'Every posting has a code that we know',
    breaks: `select 'posting ' || id || ' ' || code || ' ' || reference from postings
      where code not in (${listed(Object.keys(postingCodes))})`,
  },
  {
    rule: 'R21',
    statement: 'Every posting moved what the row behind it says, and every row has its postings',
    breaks: `select code || ' ' || reference || ': ' || kind || ' ' || name || coalesce(' of user ' || owner_id, '') || ' is off by ' || -sum(amount)
      from (
        select code, reference, kind, name, owner_id, amount from (${expectedLegsSql()}) as x
        union all
        select p.code, p.reference, a.kind, a.name, a.user_id, -e.amount
        from entries e join postings p on p.id = e.posting_id join accounts a on a.id = e.account_id) s
      group by code, reference, kind, name, owner_id having sum(amount) <> 0`,
  },
  {
    rule: 'R21',
    statement: 'Every posting was made by whom, why and no earlier than the row behind it says',
    // Compared with the clock and not with now(): the audit begins before it sees the books, and what is posted in between is no future.
    breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference
      from (${expectedPostingsSql}) as x join postings p on p.code = x.code and p.reference = x.reference
      where p.actor_id is distinct from x.actor_id or p.reason is distinct from x.reason
        or p.posted_at < x.since or p.posted_at > clock_timestamp()`,
  },
  {
    rule: 'R5',
    statement:
      'Every movement of a wallet shows as one transaction of its owner, and every balance on a transaction is of such a movement',
    breaks: `select 'transaction ' || coalesce(id::text, 'that is missing') || ' of user ' || coalesce(user_id::text, 'nobody')
      from (
        select x.shown_by as id, a.user_id, e.amount, e.balance_before, e.balance_after, 1 as times
        from (${expectedLegsSql()}) as x
        join postings p on p.code = x.code and p.reference = x.reference
        join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id and a.kind = 'wallet' and a.user_id = x.owner_id
        where x.kind = 'wallet' and x.code <> 'issue.demo'
        union all
        select id, user_id, balance_after - balance_before, balance_before, balance_after, -1 from transactions
        where balance_before is not null or balance_after is not null) s
      group by id, user_id, amount, balance_before, balance_after having sum(times) <> 0`,
  },
  {
    rule: 'R5',
    statement:
      'What the transactions of a user moved is what the wallet holds, beside the opening money of a demo user',
    breaks: `select 'user ' || user_id || ' is off by ' || sum(amount) from (
        select user_id, -balance as amount from accounts where kind = 'wallet'
        union all
        select user_id, balance_after - balance_before from transactions
        union all
        select a.user_id, e.amount from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
        where p.code = 'issue.demo' and a.kind = 'wallet') s
      group by user_id having sum(amount) <> 0`,
  },
];
