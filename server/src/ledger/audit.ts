/**
 * Audits the books: every rule that must hold whatever happened, as a query that finds what breaks it. Run after each test of the
 * program, by `npm run books`, and by the server once a night (books-audit.ts). The numbers and their meaning are the table of
 * docs/money.md.
 */
import type { Db, Pool } from '../platform/db.ts';
import { idIn } from './reference-sql.ts';
import { creditRules } from './credit-rules.ts';
import { electricityRules } from './electricity-rules.ts';
import { schemaRules } from './schema-rules.ts';
import { payoutRules } from './payout-rules.ts';
import { postingRules } from './posting-rules.ts';
import { refundCostKind } from './posting-table.ts';
import type { Rule, RuleResult } from './rule.ts';
import { listed, openStates, postingsOf, soldStates, type Kind } from './states.ts';
import { suspenseRules } from './suspense-rules.ts';
import { transactionRules } from './transaction-rules.ts';

/** `when 'pending' then array['purchase.open']` and so on: the postings of each status, each list in the order of its codes. */
const postingsByStatus = (kind: Kind): string =>
  Object.entries(postingsOf[kind])
    .map(([status, sequences]) => {
      const lists = sequences.map((codes) => `'${codes.toSorted().join(', ')}'`);
      return `when '${status}' then array[${lists.join(', ')}]`;
    })
    .join(' ');

const rules: Rule[] = [
  {
    rule: 'R1',
    statement: 'Every posting has two entries or more, and they sum to zero',
    breaks: `select 'posting ' || p.id || ' ' || p.code || ' sums to ' || coalesce(sum(e.amount), 0) || ' in ' || count(e.leg) || ' entries'
      from postings p left join entries e on e.posting_id = p.id
      group by p.id having coalesce(sum(e.amount), 0) <> 0 or count(e.leg) < 2`,
  },
  {
    rule: 'R1',
    statement: 'Every entry belongs to a posting and to an account',
    breaks: `select 'entry ' || e.posting_id || '/' || e.leg from entries e
      where not exists (select from postings p where p.id = e.posting_id) or not exists (select from accounts a where a.id = e.account_id)`,
  },
  {
    rule: 'R2',
    statement: 'All accounts together hold zero',
    breaks: `select 'sum ' || sum(amount) from entries having sum(amount) <> 0`,
  },
  {
    rule: 'R2',
    statement: 'Every balance of a user account is the sum of its entries',
    breaks: `select a.kind || ' of user ' || a.user_id || ' holds ' || a.balance || ', entries say ' || coalesce(e.total, 0)
      from accounts a left join (select account_id, sum(amount) as total from entries group by 1) e on e.account_id = a.id
      where a.user_id is not null and a.balance <> coalesce(e.total, 0)`,
  },
  {
    rule: 'R2',
    statement: 'Every snapshot of a house account is the sum of its entries up to there',
    breaks: `select 'account ' || h.account_id || ' snapshot ' || h.balance || ', entries say ' || coalesce(e.total, 0)
      from house_balances h left join lateral (
        select sum(amount) as total from entries where account_id = h.account_id and posting_id <= h.up_to_posting_id) e on true
      where h.balance <> coalesce(e.total, 0)`,
  },
  {
    rule: 'R3',
    statement: 'No wallet and no earnings account is below zero, now or in its history',
    breaks: `select 'account ' || id || ' holds ' || balance from accounts where balance < 0
      union all select 'entry ' || posting_id || '/' || leg from entries where balance_after < 0`,
  },
  {
    rule: 'R4',
    statement: 'The program cannot change or remove entries and postings',
    breaks: `select t || ': ' || p from unnest(array['entries', 'postings']) t, unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) p
      where has_table_privilege('jara_app', t, p) or (p = 'UPDATE' and has_any_column_privilege('jara_app', t, p))
      union all
      select guard || ' is not on guard' from (values
        ('entries', 'entries_are_append_only'), ('entries', 'entries_are_not_emptied'), ('entries', 'postings_balance'),
        ('postings', 'postings_are_append_only'), ('postings', 'postings_are_not_emptied')) as g(on_table, guard)
      where not exists (
        select from pg_trigger where tgrelid = on_table::regclass and tgname = guard and tgenabled in ('O', 'A'))`,
  },
  {
    rule: 'R5',
    statement: 'The versions of a user account have no holes, and each entry starts where the last one ended',
    breaks: `select 'account ' || account_id || ' version ' || version from (
        select account_id, version, balance_before, balance_after, amount,
          lag(version, 1, 0::bigint) over w as last_version, lag(balance_after, 1, 0::bigint) over w as last_after
        from entries where version is not null window w as (partition by account_id order by version)) e
      where version <> last_version + 1 or balance_before <> last_after or balance_after <> balance_before + amount
      union all
      select 'account ' || a.id || ' is at version ' || a.version from accounts a
      where a.user_id is not null and a.version <> (select count(*) from entries e where e.account_id = a.id and e.version is not null)`,
  },
  {
    rule: 'R5',
    statement: 'The balances on a transaction are those of its ledger entry',
    breaks: `select 'transaction ' || string_agg(transaction_id::text, ', ') from (
        select t.user_id, t.id as transaction_id, t.balance_before, t.balance_after, case t.type
            when 'refund' then 'back ' || t.related_id
            when 'transfer' then 'transfer ' || coalesce(t.related_id, t.id)
            else coalesce('card ' || y.gateway || ':' || y.reference, 'transaction ' || t.id) end as moved
          from transactions t left join payments y on y.transaction_id = t.id
        union all
        select a.user_id, null, e.balance_before, e.balance_after, case
            when p.code in ('purchase.return', 'purchase.reverse', 'purchase.refund', 'withdraw.return', 'withdraw.reverse') then 'back '
            when p.code in ('transfer', 'issue.transfer') then 'transfer '
            when p.code = 'funding.card' then 'card '
            else 'transaction ' end || p.reference
          from entries e join postings p on p.id = e.posting_id join accounts a on a.id = e.account_id and a.kind = 'wallet'
          where e.version is not null and p.code in (
            'purchase.open', 'issue.test_top_up', 'funding.card', 'purchase.return', 'purchase.reverse', 'purchase.refund', 'transfer',
            'issue.transfer', 'withdraw.open', 'withdraw.return', 'withdraw.reverse')) s
      group by user_id, moved
      having count(transaction_id) not in (0, count(*)) and (count(balance_before) <> count(*) or count(balance_after) <> count(*)
        or min(balance_before) <> max(balance_before) or min(balance_after) <> max(balance_after))`,
  },
  {
    rule: 'R5',
    statement: 'Every transfer shows as a transaction of each wallet that it moved',
    breaks: `select 'transfer ' || coalesce(m.reference, l.reference)
      from (
        select p.reference, a.user_id, e.amount from postings p
        join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id and a.user_id is not null
        where p.code in ('transfer', 'issue.transfer')) m
      full join (
        select coalesce(related_id, id)::text as reference, user_id, balance_after - balance_before as amount, status
        from transactions where type = 'transfer') l
        on l.reference = m.reference and l.user_id = m.user_id and l.amount = m.amount
      where m.reference is null or l.reference is null or l.status <> 'success'`,
  },
  {
    rule: 'R6',
    statement: 'Every purchase was paid once and has exactly the outcome that its transaction says',
    breaks: `select 'purchase ' || reference || ' is ' || max(status) || ' but has ' || coalesce(string_agg(code, ', ' order by code), 'no postings')
      from (
        select id::text as reference, status, null as code from transactions where type in ('data', 'airtime', 'electricity')
        union all
        select reference, null, code from postings
        where code in ('purchase.open', 'purchase.deliver', 'purchase.return', 'purchase.reverse', 'purchase.refund', 'purchase.recover')) s
      group by reference
      having coalesce(string_agg(code, ', ' order by code), '') <> all (case max(status) ${postingsByStatus('purchase')} end)`,
  },
  {
    rule: 'R6b',
    statement: 'Every delivery gave the supplier the cost and us the rest, and every reversal took that back',
    breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
      left join transactions t on t.id = ${idIn('p.reference')}
      left join lateral (
        select coalesce(sum(e.amount) filter (where a.kind = 'supplier'), 0) as cost,
          coalesce(sum(e.amount) filter (where a.kind = 'revenue' and a.name = t.type), 0) as margin
        from entries e join accounts a on a.id = e.account_id where e.posting_id = p.id) legs on true
      where p.code in ('purchase.deliver', 'purchase.reverse') and (
        legs.cost is distinct from case p.code when 'purchase.deliver' then t.cost_kobo else -t.cost_kobo end
        or legs.margin is distinct from
          case p.code when 'purchase.deliver' then t.price_kobo - t.cost_kobo else t.cost_kobo - t.price_kobo end)`,
  },
  {
    rule: 'R6',
    statement:
      'Every posting of a purchase has its purchase, and every transaction has its owner and a known type',
    breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
      where p.code like 'purchase.%' and not exists (
        select from transactions t
        where t.id = ${idIn("split_part(p.reference, '/', 1)")} and t.type in ('data', 'airtime', 'electricity'))
      union all
      select 'transaction ' || t.id from transactions t
      where not exists (select from users u where u.id = t.user_id) or not exists (select from transaction_types k where k.type = t.type)`,
  },
  {
    rule: 'R6',
    statement: 'Every return shows as one refund transaction of the same amount',
    breaks: `select 'purchase ' || t.id from transactions t
      left join transactions r on r.related_id = t.id and r.type = 'refund'
      where t.type in ('data', 'airtime', 'electricity')
        and ((t.status in ('failed', 'refunded')) <> (r.id is not null) or r.amount_kobo <> t.price_kobo)`,
  },
  {
    rule: 'R6',
    statement:
      'Every refund by staff takes our margin back, costs us what the supplier took, and gives the buyer the whole price',
    breaks: `select 'refund of purchase ' || p.reference || ', account ' || coalesce(l.account_id::text, 'loss:refund') || ' is off by ' || sum(l.amount)
      from postings p
      left join transactions t on t.id = ${idIn('p.reference')}
      cross join lateral (
        select e.account_id, e.amount from entries e where e.posting_id = p.id
        union all
        select case a.kind when 'in_flight' then w.id when 'supplier' then s.id else e.account_id end, e.amount
        from postings d join entries e on e.posting_id = d.id join accounts a on a.id = e.account_id
        left join accounts w on w.user_id = t.user_id and w.kind = 'wallet'
        left join accounts s on s.kind = ${refundCostKind('t.id')} and s.name = case s.kind when 'supplier' then a.name else 'refund' end
        where d.code = 'purchase.deliver' and d.reference = p.reference) l
      where p.code = 'purchase.refund' group by p.reference, l.account_id having sum(l.amount) <> 0`,
  },
  {
    rule: 'R6',
    statement:
      'What is in flight is exactly the price of the open purchases and the amount of the open withdrawals',
    breaks: `select 'in flight ' || held || ', open purchases and withdrawals ' || open from (
        select coalesce((select sum(e.amount) from entries e join accounts a on a.id = e.account_id where a.kind = 'in_flight'), 0) as held,
          coalesce((
            select sum(case type when 'withdraw' then amount_kobo else price_kobo end) from transactions
            where status = 'pending' and type in ('data', 'airtime', 'electricity', 'withdraw')), 0) as open) s
      where held <> open`,
  },
  {
    rule: 'R6',
    statement: 'Every open purchase has exactly one open attempt, every closed one has none',
    breaks: `select 'purchase ' || t.id || ' is ' || t.status || ' with ' || count(a.attempt) filter (where a.state in (${listed(openStates)})) || ' open attempts'
      from transactions t left join purchase_attempts a on a.transaction_id = t.id
      where t.type in ('data', 'airtime', 'electricity') group by t.id
      having count(a.attempt) filter (where a.state in (${listed(openStates)})) <> (t.status = 'pending')::int
        or count(a.attempt) filter (where a.state in (${listed(soldStates)})) <> (t.status in ('success', 'refunded'))::int`,
  },
  {
    rule: 'R10',
    statement: 'Every payment was credited once if it is credited, and never otherwise',
    breaks: `select 'payment ' || y.reference || ' is ' || y.state from payments y
      where (y.state in ('credited', 'suspense')) <> exists (
        select from postings p
        where p.code in ('funding.card', 'funding.suspense') and p.reference = y.gateway || ':' || y.reference limit 1)`,
  },
  {
    rule: 'R10',
    statement:
      'Every credited payment is what the gateway says was paid, in the wallet of the user who made it',
    breaks: `select 'payment ' || y.reference from payments y
      join postings p on p.code = 'funding.card' and p.reference = y.gateway || ':' || y.reference
      left join lateral (
        select sum(e.amount) filter (where a.kind = 'gateway') as taken, bool_or(a.kind = 'wallet' and a.user_id = y.user_id) as is_theirs
        from entries e join accounts a on a.id = e.account_id where e.posting_id = p.id) legs on true
      where legs.taken is distinct from -y.paid_kobo or legs.is_theirs is not true`,
  },
  ...creditRules,
  ...electricityRules,
  ...payoutRules,
  ...schemaRules,
  ...postingRules,
  ...suspenseRules,
  ...transactionRules,
];

/** Who wants to hear how far an audit is. On big books a rule takes its time. */
export interface AuditWatcher {
  /** Before it is looked into: the first has `place` 1. */
  onRule?(rule: Pick<RuleResult, 'rule' | 'statement'>, place: number, of: number): void;
  onResult?(result: RuleResult): void;
}

/** Runs every rule against one state of the database, and says each result as soon as it is there. */
export async function audit(pool: Pool, watcher?: AuditWatcher): Promise<RuleResult[]> {
  return pool.commit(async (db) => {
    // One snapshot for all rules, else a purchase between two of them looks like a break; and more time than a request has.
    await db.run('set transaction isolation level repeatable read, read only');
    await db.run('set local statement_timeout = 0');
    return findBreaks(db, watcher);
  });
}

/** Runs every rule in the caller's transaction, which should see one state from the first rule to the last. */
export async function findBreaks(db: Db, watcher: AuditWatcher = {}): Promise<RuleResult[]> {
  const results: RuleResult[] = [];
  for (const [index, { rule, statement, breaks }] of rules.entries()) {
    watcher.onRule?.({ rule, statement }, index + 1, rules.length);
    const found = await db.rows<Record<string, string>>(`select x from (${breaks}) as b(x) limit 10`);
    const result = { rule, statement, breaks: found.map((row) => row['x'] ?? '') };
    watcher.onResult?.(result);
    results.push(result);
  }
  return results;
}
