/** The rules of purchases and their money, and of what their buyers see of it. */
import { idIn, withRefund } from './reference-sql.ts';
import { refundCostKind } from './posting-table.ts';
import { inSlice, type Rule } from './rule.ts';
import { listed, openStates, postingsOf, refusedStates, type Kind } from './states.ts';

const SALES = `('data', 'airtime', 'electricity')`;

/** `when 'pending' then array['purchase.open']` and so on: the postings of each status, each list in the order of its codes. */
const postingsByStatus = (kind: Kind): string =>
  Object.entries(postingsOf[kind])
    .map(([status, sequences]) => {
      const lists = sequences.map((codes) => `'${codes.toSorted().join(', ')}'`);
      return `when '${status}' then array[${lists.join(', ')}]`;
    })
    .join(' ');

/** What each kind of posting moves in flight, of which kinds of transaction. */
const inFlight = [
  { types: SALES, codes: `('purchase.open', 'purchase.deliver', 'purchase.return')`, amount: 't.price_kobo' },
  {
    types: `('withdraw')`,
    codes: `('withdraw.open', 'withdraw.pay', 'withdraw.return')`,
    amount: 't.amount_kobo',
  },
];

export const purchaseRules: readonly Rule[] = [
  {
    rule: 'R6',
    statement: 'Every purchase was paid once and has exactly the outcome that its transaction says',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'purchase ' || t.id || ' is ' || t.status || ' but has ' || coalesce(p.codes, 'no postings')
          from transactions t left join lateral (
            select string_agg(code, ', ' order by code) as codes from postings where reference = t.id::text
            and code in ('purchase.open', 'purchase.deliver', 'purchase.return', 'purchase.reverse', 'purchase.refund', 'purchase.recover')) p on true
          where ${inSlice('t.id')} and t.type in ${SALES}
            and coalesce(p.codes, '') <> all (case t.status ${postingsByStatus('purchase')} end)`,
      },
    ],
  },
  {
    rule: 'R6b',
    statement: 'Every delivery gave the supplier the cost and us the rest, and every reversal took that back',
    parts: [
      {
        over: 'postings',
        breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
          left join lateral (
            select t.type, t.cost_kobo, t.price_kobo from transactions t where t.id = ${idIn('p.reference')} limit 1) t on true
          left join lateral (
            select coalesce(sum(e.amount) filter (where a.kind = 'supplier'), 0) as cost,
              coalesce(sum(e.amount) filter (where a.kind = 'revenue' and a.name = t.type), 0) as margin
            from entries e join accounts a on a.id = e.account_id where e.posting_id = p.id) legs on true
          where ${inSlice('p.id')} and p.code in ('purchase.deliver', 'purchase.reverse') and (
            legs.cost is distinct from case p.code when 'purchase.deliver' then t.cost_kobo else -t.cost_kobo end
            or legs.margin is distinct from
              case p.code when 'purchase.deliver' then t.price_kobo - t.cost_kobo else t.cost_kobo - t.price_kobo end)`,
      },
    ],
  },
  {
    rule: 'R6',
    statement:
      'Every posting of a purchase has its purchase, and every transaction has its owner and a known type',
    parts: [
      {
        over: 'postings',
        breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
          where ${inSlice('p.id')} and p.code like 'purchase.%' and not exists (
            select from transactions t
            where t.id = ${idIn("split_part(p.reference, '/', 1)")} and t.type in ${SALES})`,
      },
      {
        over: 'transactions',
        breaks: `select 'transaction ' || t.id from transactions t where ${inSlice('t.id')} and (
          not exists (select from users u where u.id = t.user_id) or not exists (select from transaction_types k where k.type = t.type))`,
      },
    ],
  },
  {
    rule: 'R6',
    statement: 'Every return shows as one refund transaction of the same amount',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'purchase ' || t.id from transactions t
          ${withRefund}
          where ${inSlice('t.id')} and t.type in ${SALES}
            and ((t.status in ('failed', 'refunded')) <> (r.id is not null) or r.amount_kobo <> t.price_kobo)`,
      },
    ],
  },
  {
    rule: 'R6',
    statement:
      'Every refund by staff takes our margin back, costs us what the supplier took, and gives the buyer the whole price',
    parts: [
      {
        over: 'postings',
        breaks: `select 'refund of purchase ' || p.reference || ', account ' || coalesce(l.account_id::text, 'loss:refund') || ' is off by ' || sum(l.amount)
          from postings p
          left join lateral (select t.id, t.user_id from transactions t where t.id = ${idIn('p.reference')} limit 1) t on true
          cross join lateral (
            select e.account_id, e.amount from entries e where e.posting_id = p.id
            union all
            select case a.kind when 'in_flight' then w.id when 'supplier' then s.id else e.account_id end, e.amount
            from postings d join entries e on e.posting_id = d.id join accounts a on a.id = e.account_id
            left join accounts w on w.user_id = t.user_id and w.kind = 'wallet'
            left join accounts s on s.kind = ${refundCostKind('t.id')} and s.name = case s.kind when 'supplier' then a.name else 'refund' end
            where d.code = 'purchase.deliver' and d.reference = p.reference) l
          where ${inSlice('p.id')} and p.code = 'purchase.refund' group by p.reference, l.account_id having sum(l.amount) <> 0`,
      },
    ],
  },
  {
    rule: 'R6',
    statement:
      'What is in flight is exactly the price of the open purchases and the amount of the open withdrawals',
    parts: [
      {
        over: 'transactions',
        breaks: inFlight
          .map(
            ({
              types,
              codes,
              amount,
            }) => `select 'transaction ' || t.id || ' is ' || t.status || ', in flight ' || h.held
              from transactions t cross join lateral (
                select coalesce(sum(e.amount), 0) as held
                from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id and a.kind = 'in_flight'
                where p.code in ${codes} and p.reference = t.id::text) h
              where ${inSlice('t.id')} and t.type in ${types}
                and h.held is distinct from case t.status when 'pending' then ${amount} else 0 end`,
          )
          .join(' union all '),
      },
      {
        over: 'entries',
        breaks: `select 'entry ' || e.posting_id || '/' || e.leg from entries e join accounts a on a.id = e.account_id and a.kind = 'in_flight'
          where ${inSlice('e.posting_id')} and not exists (
            select from postings p join transactions t on t.id = ${idIn('p.reference')} and t.id::text = p.reference
            where p.id = e.posting_id and (${inFlight.map(({ types, codes }) => `p.code in ${codes} and t.type in ${types}`).join(' or ')}))`,
      },
    ],
  },
  {
    rule: 'R6',
    statement: 'Every open purchase has exactly one open attempt, every closed one has none',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'purchase ' || t.id || ' is ' || t.status || ' with ' || count(a.attempt) filter (where a.state in (${listed(openStates)})) || ' open attempts'
          from transactions t left join purchase_attempts a on a.transaction_id = t.id and ${inSlice('a.transaction_id')}
          where ${inSlice('t.id')} and t.type in ${SALES} group by t.id
          having count(a.attempt) filter (where a.state in (${listed(openStates)})) <> (t.status = 'pending')::int
            or count(a.attempt) filter (where a.state = 'delivered' or a.reversal is not null) <> (t.status in ('success', 'refunded'))::int`,
      },
    ],
  },
  {
    rule: 'R8',
    statement:
      'The attempts of a purchase are numbered from 1, and after none but a refused one comes another',
    parts: [
      {
        over: 'purchase_attempts',
        breaks: `select 'attempt ' || a.transaction_id || '/' || a.attempt from purchase_attempts a
          where ${inSlice('a.transaction_id')} and a.attempt > 1 and not exists (
            select from purchase_attempts b
            where b.transaction_id = a.transaction_id and b.attempt = a.attempt - 1 and b.reversal is null and b.state in (${listed(refusedStates)}))`,
      },
    ],
  },
];

/** The transactions of this user that a posting names in its own way: as `id`, with their balances. */
const shownBy = `
  select r.id, r.balance_before, r.balance_after from transactions r
  where p.code in ('purchase.return', 'purchase.reverse', 'purchase.refund', 'withdraw.return', 'withdraw.reverse')
    and r.type = 'refund' and r.related_id = ${idIn('p.reference')} and r.user_id = a.user_id
  union all
  select r.id, r.balance_before, r.balance_after from transactions r
  where p.code in ('transfer', 'issue.transfer') and r.type = 'transfer' and r.related_id = ${idIn('p.reference')} and r.user_id = a.user_id
  union all
  select t.id, t.balance_before, t.balance_after from transactions t
  where p.code in ('transfer', 'issue.transfer') and t.type = 'transfer' and t.related_id is null and t.id = ${idIn('p.reference')}
    and t.user_id = a.user_id
  union all
  select t.id, t.balance_before, t.balance_after from payments y join transactions t on t.id = y.transaction_id
  where p.code = 'funding.card' and y.gateway || ':' || y.reference = p.reference
    and y.reference = substr(p.reference, strpos(p.reference, ':') + 1) and t.user_id = a.user_id
  union all
  select t.id, t.balance_before, t.balance_after from transactions t
  where p.code in ('purchase.open', 'issue.test_top_up', 'withdraw.open') and t.id = ${idIn('p.reference')}
    and t.type not in ('refund', 'transfer') and t.user_id = a.user_id
    and not exists (select from payments y where y.transaction_id = t.id)`;

export const shownRules: readonly Rule[] = [
  {
    rule: 'R5',
    statement: 'The balances on a transaction are those of its ledger entry',
    parts: [
      {
        over: 'postings',
        breaks: `select 'transaction ' || s.id from postings p
          join entries e on e.posting_id = p.id and ${inSlice('e.posting_id')} and e.version is not null
          join accounts a on a.id = e.account_id and a.kind = 'wallet'
          cross join lateral (${shownBy}) s
          where ${inSlice('p.id')} and p.code in (
              'purchase.open', 'issue.test_top_up', 'funding.card', 'purchase.return', 'purchase.reverse', 'purchase.refund', 'transfer',
              'issue.transfer', 'withdraw.open', 'withdraw.return', 'withdraw.reverse')
            and (s.balance_before, s.balance_after) is distinct from (e.balance_before, e.balance_after)`,
      },
    ],
  },
  {
    rule: 'R5',
    statement: 'Every transfer shows as a transaction of each wallet that it moved',
    parts: [
      {
        over: 'postings',
        breaks: `select 'transfer ' || p.reference from postings p
          join entries e on e.posting_id = p.id and ${inSlice('e.posting_id')} join accounts a on a.id = e.account_id and a.user_id is not null
          where ${inSlice('p.id')} and p.code in ('transfer', 'issue.transfer') and not exists (
            select from (
              select t.* from transactions t where t.id = ${idIn('p.reference')} and t.id::text = p.reference and t.related_id is null
              union all
              select t.* from transactions t where t.related_id = ${idIn('p.reference')} and t.related_id::text = p.reference and t.type = 'transfer') t
            where t.type = 'transfer' and t.user_id = a.user_id and t.balance_after - t.balance_before = e.amount and t.status = 'success')`,
      },
      {
        over: 'transactions',
        breaks: `select 'transfer ' || t.id from transactions t
          where ${inSlice('t.id')} and t.type = 'transfer' and (t.status <> 'success' or not exists (
            select from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
            where p.code in ('transfer', 'issue.transfer') and p.reference = coalesce(t.related_id, t.id)::text
              and a.user_id = t.user_id and e.amount = t.balance_after - t.balance_before))`,
      },
    ],
  },
];
