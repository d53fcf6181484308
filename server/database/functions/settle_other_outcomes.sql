-- The part of settle_purchases for all that is not a plain delivery: called by it alone, under its locks, with the members (n) that it
-- has settled itself. Gives one answer for each of the others; what is applied when stands at decide_settlement.
--
--   applied         posting               legs besides the wallet or clearing
--   returned        purchase.return       clearing -> wallet
--   reversed        purchase.reverse      supplier and revenue -> wallet
--   delivered_late  purchase.late_vend    late_vend -> supplier
--   reversed_late   purchase.late_reverse supplier -> late_vend
--   recovered       purchase.recover      supplier -> refund_loss
--   others          none
create or replace function settle_other_outcomes(
  p_items purchase_to_settle[], p_settled int[], p_first_check interval, p_quiet interval, p_give_up interval)
returns json[] language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  results json[];
  in_flight constant bigint := (select id from accounts where kind = 'in_flight' and name = '' and user_id is null);
  refund_loss constant bigint := (select id from accounts where kind = 'loss' and name = 'refund' and user_id is null);
  late_vend constant bigint := (select id from accounts where kind = 'loss' and name = 'late_vend' and user_id is null);
begin
  with asked as materialized (
    select x.*
    from unnest(p_items) x
    where x.n <> all (p_settled)),
  decided as materialized (
    select q.*, t.user_id, t.type, t.price_kobo, t.cost_kobo, a.supplier,
      -- What staff refunded is asked about anew.
      greatest(a.answered_at, case when t.status = 'refunded' then t.settled_at end) as asked_since,
      a.sent_at, answer.said, answer.not_found_at,
      decide_settlement(answer.said, q.is_delivered, q.tokens, q.next_supplier, q.asked_since_reversal,
        a.state, a.delivery_reported_at, a.disputed_at, t.status, t.tokens) as applied
    from asked q
    cross join lateral (select * from transactions t where t.id = q.transaction_id limit 1) t
    cross join lateral (
      select a.supplier, a.state, a.sent_at, a.first_not_found_at, a.delivery_reported_at, a.disputed_at, a.answered_at
      from purchase_attempts a
      where a.transaction_id = q.transaction_id and a.attempt = q.attempt limit 1) a
    cross join lateral (
      select
        case when q.outcome in ('delivered', 'refused') then q.outcome
          when q.outcome = 'not_found' and is_certainly_refused(a.sent_at, a.first_not_found_at, p_quiet, q.asked_at) then 'refused'
          else 'unsettled' end as said,
        -- Since when nobody knows it. A broken connection says nothing for or against knowing it; whoever has it in hand knows it.
        case when q.outcome = 'not_found' or q.not_found then coalesce(a.first_not_found_at, now())
          when q.outcome = 'unknown' then a.first_not_found_at end as not_found_at) answer),
  -- With the wallet that the money goes back to, and what it holds after each of several refunds.
  settled as materialized (
    select d.*, w.id as wallet,
      (select h.id from accounts h where h.kind = 'supplier' and h.name = d.supplier and h.user_id is null) as supplier_account,
      (select h.id from accounts h where h.kind = 'revenue' and h.name = d.type and h.user_id is null) as revenue_account,
      case when d.applied in ('returned', 'reversed', 'delivered_late', 'reversed_late', 'recovered') then nextval('postings_id_seq') end as posting_id,
      case when w.id is not null then nextval('transactions_id_seq') end as refund_id,
      case when d.applied = 'unsettled' then requery_next(d.sent_at, d.not_found_at, p_quiet, p_give_up) end as next_check_at,
      w.balance + sum(d.price_kobo) over (partition by w.id order by d.n)::bigint as balance_after,
      w.version + row_number() over (partition by w.id order by d.n) as version
    from decided d
    left join lateral (
      select a.id, a.balance, a.version from accounts a
      where d.applied in ('returned', 'reversed') and a.user_id = d.user_id and a.kind = 'wallet' limit 1) w on true),

  -- What the totals have of those that had ended, as set_transaction_apart does it. The statement sees them as they were.
  set_apart as (
    insert into transactions_apart (transaction_id, is_summed, user_id, day, type, status, network, sales, volume_mb, revenue_kobo,
      debit_kobo, credit_kobo, profit_kobo)
    select t.id, true, t.user_id, f.day, t.type, t.status, f.network_or_empty, f.sales, f.volume_mb, f.revenue_kobo, f.debit_kobo,
      f.credit_kobo, f.profit_kobo
    from settled d cross join lateral (select * from transactions t where t.id = d.transaction_id limit 1) t
    cross join lateral transaction_facts(t) f
    where d.applied in ('reversed', 'recovered')),

  -- The attempts: what was heard, and what they are now.
  changed_attempts as (
    update purchase_attempts a set
      state = case d.applied
        when 'delivered_late' then 'delivered_late' when 'reversed' then 'reversed' when 'reversed_late' then 'reversed_late'
        when 'recovered' then 'recovered'
        when 'unsettled' then case when d.next_check_at is null then 'manual' else 'unknown' end
        when 'more_tokens' then a.state when 'disputed' then case a.state when 'delivered' then a.state else 'manual' end
        else 'refused' end,
      reversal = case when d.applied in ('reversed', 'recovered') then d.applied else a.reversal end,
      supplier_id = coalesce(d.supplier_id, a.supplier_id),
      message = coalesce(d.message, a.message),
      raw = coalesce(nullif(d.raw, ''), a.raw),
      checks = a.checks + case d.applied when 'unsettled' then 1 else 0 end,
      -- Of an open attempt, and of one that was refused for it: after a delivery, 'not known' says nothing about it any more.
      first_not_found_at = case when d.applied in ('unsettled', 'returned', 'next_attempt') then d.not_found_at end,
      delivery_reported_at = case
        when d.applied = 'unsettled' and d.is_delivered then coalesce(a.delivery_reported_at, now()) else a.delivery_reported_at end,
      disputed_at = case when d.applied = 'disputed' then now() else a.disputed_at end,
      -- The moment of the delivery stays when more is heard of it.
      answered_at = case when d.applied in ('more_tokens', 'disputed', 'recovered') and a.state = 'delivered' then a.answered_at else now() end,
      -- A hint that came since the supplier was asked is still to be followed.
      next_check_at = case when a.next_check_at = to_timestamp(0) then a.next_check_at when d.applied = 'unsettled' then d.next_check_at end,
      return_check_at = case
        when d.applied = 'delivered_late' then return_check_next('purchase', now(), true)
        -- What the supplier did not know may have been a gap in its books: whether it delivers after all.
        when d.applied in ('returned', 'next_attempt') and d.not_found_at is not null then return_check_next('purchase', now(), true)
        when d.applied in ('more_tokens', 'disputed') and a.return_check_at is not null then
          return_check_next('purchase', d.asked_since, true) end
    from settled d
    where a.transaction_id = d.transaction_id and a.attempt = d.attempt and d.applied <> 'nothing'),
  asked_in_vain as (
    update purchase_attempts a set
      -- What is still open is asked about on.
      next_check_at = case when a.next_check_at = to_timestamp(0) or a.state in ('sent', 'unknown') then a.next_check_at end,
      return_check_at = case when a.return_check_at is not null then
        return_check_next('purchase', d.asked_since, d.said <> 'unsettled' or d.is_delivered is true) end
    from settled d
    where a.transaction_id = d.transaction_id and a.attempt = d.attempt and d.applied = 'nothing'
      and (a.next_check_at > to_timestamp(0) or a.return_check_at is not null)),
  next_attempts as (
    insert into purchase_attempts (transaction_id, attempt, supplier, state, next_check_at)
    select transaction_id, attempt + 1, next_supplier, 'sent', now() + p_first_check from settled where applied = 'next_attempt'),

  -- The purchases, and a refund for each whose money goes back.
  changed_transactions as (
    update transactions t set
      status = case d.applied when 'returned' then 'failed' when 'reversed' then 'refunded' else t.status end,
      supplier = case d.applied when 'next_attempt' then d.next_supplier else t.supplier end,
      supplier_id = coalesce(d.supplier_id, t.supplier_id),
      supplier_message = coalesce(d.message, t.supplier_message),
      tokens = t.tokens || array(
        select u.token from unnest(d.tokens) with ordinality as u(token, place) where u.token <> all (t.tokens) order by u.place),
      units = coalesce(d.units, t.units),
      settled_at = case when d.applied in ('returned', 'reversed') then now() else t.settled_at end
    from settled d
    where t.id = d.transaction_id and d.applied in ('returned', 'reversed', 'next_attempt', 'more_tokens', 'disputed')),
  refunds as materialized (
    select record_refund(refund_id, transaction_id, refund_reference, balance_after - price_kobo, balance_after, message)
    from settled where wallet is not null),

  -- The books.
  paid_back as (
    update accounts a set balance = last.balance_after, version = last.version
    from (
      select distinct on (wallet) wallet, balance_after, version from settled where wallet is not null
      order by wallet, version desc) last
    where a.id = last.wallet),
  posted as (
    insert into postings (id, code, reference)
    select posting_id,
      case applied when 'returned' then 'purchase.return' when 'reversed' then 'purchase.reverse'
        when 'reversed_late' then 'purchase.late_reverse' when 'recovered' then 'purchase.recover' else 'purchase.late_vend' end,
      case when applied in ('delivered_late', 'reversed_late') then transaction_id || '/' || attempt else transaction_id::text end
    from settled where posting_id is not null),
  legs as (
    insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
    select s.posting_id, l.leg, l.account_id, l.amount,
      case when l.account_id = s.wallet then s.balance_after - s.price_kobo end,
      case when l.account_id = s.wallet then s.balance_after end,
      case when l.account_id = s.wallet then s.version end
    from settled s cross join lateral (values
      (1, in_flight, case when s.applied = 'returned' then -s.price_kobo end),
      (2, s.supplier_account, case when s.applied = 'delivered_late' then s.cost_kobo when s.applied in ('reversed', 'reversed_late', 'recovered') then -s.cost_kobo end),
      (3, s.revenue_account, case when s.applied = 'reversed' then s.cost_kobo - s.price_kobo end),
      (4, late_vend, case s.applied when 'delivered_late' then -s.cost_kobo when 'reversed_late' then s.cost_kobo end),
      (5, s.wallet, case when s.applied in ('returned', 'reversed') then s.price_kobo end),
      (6, refund_loss, case when s.applied = 'recovered' then s.cost_kobo end)) as l(leg, account_id, amount)
    where s.posting_id is not null and l.amount <> 0)

  select array_agg(json_build_object('n', n, 'applied', applied, 'at', now(), 'next_check_at', next_check_at)) into results
  -- A part that only selects runs because it is asked for.
  from settled where (select count(*) from refunds) >= 0;
  return results;
end $$;
