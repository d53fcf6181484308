/** The rules of the posting table: the books are exactly what the rows behind them say, and the transactions show exactly the wallets. */
import { postingCodes } from './chart.ts';
import { expectedLegsSql, expectedPostingsSql, rowsBehind } from './expected-postings.ts';
import { postingTable } from './posting-table.ts';
import { idIn } from './reference-sql.ts';
import { ADDED_AT_ONCE, inSlice, type Part, type Rule, type Table } from './rule.ts';
import { listed } from './states.ts';

/** Of a slice of postings: themselves, what they name, in each form of a reference, and their entries. */
export const touchedByPostings = `
  fresh as materialized (select * from postings where ${inSlice('id')}),
  touched as materialized (
    select reference, ${idIn(`split_part(reference, '/', 1)`)} as id, split_part(reference, ':', 1) as provider,
      substr(reference, strpos(reference, ':') + 1) as name from fresh),
  moved as materialized (select * from entries where ${inSlice('posting_id')})`;

/** Without a code that we know there is nothing to select from. */
const known = (codes: readonly string[]) => ({
  codes: [...codes, 'purchase.open'],
  touched: true as const,
});
/** Each beside its posting. */
const knownFresh = (codes: readonly string[]) => ({ ...known(codes), fresh: true as const });

/** Finds the legs that are off by what the rows behind `fresh` say; these are their codes. */
export const legsAreOff = (codes: readonly string[]): string => `
  select p.code || ' ' || p.reference || ': ' || o.kind || ' ' || o.name || coalesce(' of user ' || o.owner_id, '') || ' is off by ' || o.excess
  from (
    select posting_id, kind, name, owner_id, -sum(amount) as excess
    from (
      select posting_id, kind, name, owner_id, amount from (${expectedLegsSql(knownFresh(codes))}) as x
      union all
      select e.posting_id, a.kind, a.name, a.user_id, -e.amount from moved e join accounts a on a.id = e.account_id) s
    group by posting_id, kind, name, owner_id having sum(amount) <> 0) o
  join fresh p on p.id = o.posting_id`;

/** What a slice of transactions may be shown for, in each form of a reference. */
const touchedByTransactions = `
  shown as materialized (
    select id, user_id, related_id, balance_before, balance_after from transactions where ${inSlice('id')}),
  touched as materialized (
    select id::text as reference, id, null::text as provider, null::text as name from shown
    union select related_id::text, related_id, null, null from shown where related_id is not null
    union select c.id::text, c.id, null, null from coupons c where ${inSlice('c.redeem_transaction_id')}
    union select c.id::text, c.id, null, null from coupons c where ${inSlice('c.void_transaction_id')}
    union select y.gateway || ':' || y.reference, null, y.gateway, y.reference from payments y where ${inSlice('y.transaction_id')}
    union select b.provider || ':' || b.provider_reference, null, b.provider, b.provider_reference from bank_transfers b
      where ${inSlice('b.transaction_id')}
    union select s.reference, null, null, null from suspense_decisions d join postings s on s.id = d.posting_id
      where ${inSlice('d.transaction_id')})`;

const codesShownBy = (isSo: (shownBy: string) => boolean): string[] =>
  Object.entries(postingTable)
    .filter(([, { legs }]) => legs.some(({ shownBy }) => shownBy !== undefined && isSo(shownBy)))
    .map(([code]) => code);
const showing = codesShownBy(() => true);
/** By a transaction that is not the row behind the posting itself: the row may be there without it. */
const shownByOthers = codesShownBy((shownBy) => shownBy !== 't.id');

/** The tables with the rows that justify postings, and null for those that are few. */
const behind = new Set<Table | null>(
  Object.values(postingTable).map((posting) => rowsBehind(posting)?.of ?? null),
);

/** In the other direction than `legsAreOff`: of the rows of one table, those without one of their postings. */
const isPosted = (over: Table | null): Part => ({
  over,
  breaks: `select x.code || ' ' || x.reference || ': there is none' from (${expectedPostingsSql({ slicesOf: over })}) as x
    left join lateral (select p.id from postings p where p.code = x.code and p.reference = x.reference limit 1) p on true
    where p.id is null and x.is_moving`,
});

export const postingRules: readonly Rule[] = [
  {
    rule: 'R21',
    statement: 'Every posting has a code that we know',
    parts: [
      {
        over: 'postings',
        breaks: `select 'posting ' || id || ' ' || code || ' ' || reference from postings
          where ${inSlice('id')} and code not in (${listed(Object.keys(postingCodes))})`,
      },
    ],
  },
  {
    rule: 'R21',
    statement: 'Every posting moved what the row behind it says, and every row has its postings',
    parts: [
      {
        over: 'postings',
        breaks: (codes) => `with ${touchedByPostings} ${legsAreOff(codes)}`,
      },
      ...[...behind].map(isPosted),
    ],
  },
  {
    rule: 'R21',
    statement: 'Every posting was made by whom, why and no earlier than the row behind it says',
    // Compared with the clock and not with now(): the audit begins before it sees the books, and what is posted in between is no future.
    parts: [
      {
        over: 'postings',
        breaks: (
          codes,
        ) => `with ${touchedByPostings} select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference
          from (${expectedPostingsSql(knownFresh(codes))}) as x join fresh p on p.id = x.posting_id
          where p.actor_id is distinct from x.actor_id or p.reason is distinct from x.reason
            or p.posted_at < x.since or p.posted_at > clock_timestamp()`,
      },
    ],
  },
  {
    rule: 'R5',
    statement:
      'Every movement of a wallet shows as one transaction of its owner, and every balance on a transaction is of such a movement',
    parts: [
      {
        over: 'transactions',
        breaks: (codes) => `with ${touchedByTransactions}
          select 'transaction ' || id || ' of user ' || coalesce(user_id::text, 'nobody')
          from (
            select x.shown_by as id, m.user_id, m.amount, m.balance_before, m.balance_after, 1 as times
            from (${expectedLegsSql(known(codes.filter((code) => showing.includes(code))))}) as x
            cross join lateral (
              select a.user_id, e.amount, e.balance_before, e.balance_after
              from (select p.id from postings p where p.code = x.code and p.reference = x.reference limit 1) p
              join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id and a.kind = 'wallet' and a.user_id = x.owner_id
              offset 0) m
            where x.kind = 'wallet' and ${inSlice('x.shown_by')}
            union all
            select id, user_id, balance_after - balance_before, balance_before, balance_after, -1 from shown
            where balance_before is not null or balance_after is not null) s
          group by id, user_id, amount, balance_before, balance_after having sum(times) <> 0`,
      },
      {
        // What nobody sees is in no slice of transactions.
        over: 'postings',
        breaks: (codes) => `with ${touchedByPostings}
          select p.code || ' ' || p.reference || ' is not shown to user ' || coalesce(x.owner_id::text, 'nobody')
          from (${expectedLegsSql(knownFresh(codes.filter((code) => shownByOthers.includes(code))))}) as x
          join fresh p on p.id = x.posting_id
          where x.kind = 'wallet' and p.code <> 'issue.demo'
            and exists (select from entries e join accounts a on a.id = e.account_id and a.kind = 'wallet' and a.user_id = x.owner_id
              where e.posting_id = p.id)
            and not exists (select from transactions t where t.id = x.shown_by)`,
      },
    ],
  },
  {
    rule: 'R5',
    statement:
      'What the transactions of a user moved is what the wallet holds, beside the opening money of a demo user',
    parts: [
      {
        // Of a user with more of them the rule above says it, one by one: what each showed is one movement, and each movement was shown.
        over: 'accounts',
        breaks: `select 'user ' || a.user_id || ' is off by ' || moved.total + demo.total - a.balance from accounts a
          cross join lateral (
            select case when count(*) <= ${ADDED_AT_ONCE} then coalesce(sum(t.kobo), 0) end as total from (
              select t.balance_after - t.balance_before as kobo from transactions t where t.user_id = a.user_id limit ${ADDED_AT_ONCE} + 1) t) moved
          cross join lateral (
            select coalesce(sum(e.amount), 0) as total from postings p join entries e on e.posting_id = p.id and e.account_id = a.id
            where p.code = 'issue.demo' and p.reference = a.user_id::text) demo
          where ${inSlice('a.id')} and a.kind = 'wallet' and moved.total + demo.total <> a.balance`,
      },
      {
        over: 'transactions',
        breaks: `select 'transaction ' || t.id || ' of user ' || t.user_id || ', who has no wallet' from transactions t
          where ${inSlice('t.id')} and t.balance_after is not null
            and not exists (select from accounts a where a.user_id = t.user_id and a.kind = 'wallet')`,
      },
    ],
  },
];
