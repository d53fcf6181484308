/** The rules of postings, entries and accounts among themselves. */
import { ADDED_AT_ONCE, inSlice, type Rule } from './rule.ts';

const ofAccount = 'from entries e where e.account_id = a.id and e.version is not null';

/** Each snapshot with the sum of its entries so far: as it stood when the audit began, since a job moves it. */
const snapshots = `from jsonb_to_recordset($3::jsonb) as h(account_id bigint, up_to bigint, balance numeric, total numeric)`;

export const entryRules: readonly Rule[] = [
  {
    rule: 'R1',
    statement: 'Every posting has two entries or more, and they sum to zero',
    parts: [
      {
        over: 'postings',
        breaks: `select 'posting ' || p.id || ' ' || p.code || ' sums to ' || coalesce(sum(e.amount), 0) || ' in ' || count(e.leg) || ' entries'
          from postings p left join entries e on e.posting_id = p.id and ${inSlice('e.posting_id')}
          where ${inSlice('p.id')} group by p.id having coalesce(sum(e.amount), 0) <> 0 or count(e.leg) < 2`,
      },
    ],
  },
  {
    rule: 'R1',
    statement: 'Every entry belongs to a posting and to an account',
    parts: [
      {
        over: 'entries',
        breaks: `select 'entry ' || e.posting_id || '/' || e.leg from entries e where ${inSlice('e.posting_id')}
          and (not exists (select from postings p where p.id = e.posting_id) or not exists (select from accounts a where a.id = e.account_id))`,
      },
    ],
  },
  {
    // No posting lies in two slices: when all of them hold zero, so do all accounts.
    rule: 'R2',
    statement: 'All accounts together hold zero',
    parts: [
      {
        over: 'entries',
        breaks: `select 'the entries of postings ' || min(posting_id) || ' to ' || max(posting_id) || ' sum to ' || sum(amount)
          from entries where ${inSlice('posting_id')} having sum(amount) <> 0`,
      },
    ],
  },
  {
    rule: 'R2',
    statement: 'Every balance of a user account is the sum of its entries',
    parts: [
      {
        over: 'accounts',
        // The last entry says the sum of all where each begins with what the one before it left, which R5 looks at one by one. Where there are
        // few they are added up besides.
        breaks: `select a.kind || ' of user ' || a.user_id || ' holds ' || a.balance || ', entries say ' || concat_ws(' and ', l.total, e.total)
          from accounts a
          cross join lateral (
            select case when count(*) <= ${ADDED_AT_ONCE} then coalesce(sum(amount), 0) end as total
            from (select e.amount ${ofAccount} limit ${ADDED_AT_ONCE} + 1) e) e
          cross join lateral (
            select coalesce((select e.balance_after ${ofAccount} order by e.version desc limit 1), 0) as total) l
          where ${inSlice('a.id')} and a.user_id is not null and (a.balance <> l.total or a.balance <> e.total)`,
      },
      {
        // It would be in no sum above, which go by the index of the versions.
        over: 'entries',
        breaks: `select 'entry ' || e.posting_id || '/' || e.leg || ' of a user account has no version'
          from entries e join accounts a on a.id = e.account_id
          where ${inSlice('e.posting_id')} and e.version is null and a.user_id is not null`,
      },
    ],
  },
  {
    rule: 'R2',
    statement: 'Every snapshot of a house account is the sum of its entries up to there',
    parts: [
      {
        over: 'entries',
        carry: {
          first: `select coalesce(jsonb_agg(jsonb_build_object('account_id', account_id, 'up_to', up_to_posting_id,
            'balance', balance, 'total', 0)), '[]') from house_balances`,
          next: `select coalesce(jsonb_agg(jsonb_build_object('account_id', h.account_id, 'up_to', h.up_to, 'balance', h.balance,
              'total', h.total + coalesce(m.total, 0))), '[]')
            ${snapshots}
            left join (
              select h.account_id, sum(e.amount) as total ${snapshots} join entries e on e.account_id = h.account_id
              where ${inSlice('e.posting_id')} and e.posting_id <= h.up_to group by 1) m on m.account_id = h.account_id`,
        },
        breaks: `select 'account ' || account_id || ' snapshot ' || balance || ', entries say ' || total
          from jsonb_to_recordset($1::jsonb) as h(account_id bigint, balance numeric, total numeric) where balance <> total`,
      },
    ],
  },
  {
    rule: 'R2',
    statement: 'No snapshot of a house account is ahead of the books',
    parts: [
      {
        over: null,
        breaks: `select 'account ' || account_id || ' up to posting ' || up_to_posting_id from house_balances
          where up_to_posting_id > (select coalesce(max(id), 0) from postings)`,
      },
    ],
  },
  {
    rule: 'R3',
    statement: 'No wallet and no earnings account is below zero, now or in its history',
    parts: [
      {
        over: 'accounts',
        breaks: `select 'account ' || id || ' holds ' || balance from accounts where ${inSlice('id')} and balance < 0`,
      },
      {
        over: 'entries',
        breaks: `select 'entry ' || posting_id || '/' || leg from entries where ${inSlice('posting_id')} and balance_after < 0`,
      },
    ],
  },
  {
    rule: 'R5',
    statement: 'The versions of a user account have no holes, and each entry starts where the last one ended',
    parts: [
      {
        over: 'entries',
        breaks: `select 'account ' || e.account_id || ' version ' || e.version from entries e
          left join lateral (
            select p.balance_after from entries p where p.account_id = e.account_id and p.version = e.version - 1 limit 1) p on true
          where ${inSlice('e.posting_id')} and e.version is not null
            and (e.balance_before is distinct from case e.version when 1 then 0 else p.balance_after end
              or e.balance_after is distinct from e.balance_before + e.amount)`,
      },
      {
        // None is missing before the last: so many are there.
        over: 'accounts',
        breaks: `select 'account ' || a.id || ' is at version ' || a.version from accounts a
          where ${inSlice('a.id')} and a.user_id is not null
            and a.version <> coalesce((select e.version ${ofAccount} order by e.version desc limit 1), 0)`,
      },
    ],
  },
];
