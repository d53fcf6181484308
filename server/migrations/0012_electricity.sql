-- Electricity: whose meter it is, what the companies cost us, when a token is still missing, and what we have at each supplier.

-- What a company says of a meter, as it was told to one user. It is a key to buying for a quarter of an hour, an answer to the same
-- question by anybody for ten minutes, and gone after a day: names and addresses are not ours to keep.
create table meter_checks (
  user_id bigint not null references users,
  disco text not null,
  meter_type text not null check (meter_type in ('prepaid', 'postpaid')),
  meter_number text not null,
  customer_name text not null,
  address text,
  minimum_kobo bigint check (minimum_kobo > 0),
  -- When the company said so, and when this user asked.
  answered_at timestamptz not null,
  validated_at timestamptz not null default now(),
  primary key (user_id, disco, meter_type, meter_number)
);
create index meter_checks_of_meter on meter_checks (disco, meter_type, meter_number, answered_at desc);
create index meter_checks_by_age on meter_checks (validated_at);

-- What we pay for electricity, in hundredths of a percent of its face value.
create table electricity_costs (
  disco text primary key,
  cost_basis_points integer not null check (cost_basis_points between 1 and 10000)
);
create trigger electricity_costs_changed after insert or update or delete on electricity_costs
  for each statement execute function tell_catalogue_changed();

-- Our money at each supplier, as it says: the last reading that succeeded, and what came of the last one.
create table supplier_floats (
  supplier text primary key,
  float_kobo bigint,
  read_at timestamptz,
  asked_at timestamptz not null,
  problem text,
  -- When staff were told last that it is low; null while it is not.
  alarmed_at timestamptz,
  constraint readings_have_a_time check ((float_kobo is null) = (read_at is null))
);

alter table purchase_attempts
  -- The supplier said that it delivered, before the token was there. From then on the money never goes back by itself.
  add column told_delivered_at timestamptz,
  -- It said later that it did not: staff were told.
  add column disputed_at timestamptz;

-- Records what suppliers said and moves the money accordingly. Each member names one attempt and what is now known of it:
--   delivered  the supplier delivered
--   refused    the supplier certainly did not; with next_supplier the purchase goes on as the next attempt, else the money returns
--              (electricity comes with its tokens: all that were seen are kept, in the order in which they were told)
--   waiting    not known yet: ask again at next_check_at, or never again by ourselves when that is null (manual)
--              with is_delivered the supplier did deliver, but the token that the buyer needs is not there yet
-- applied is what the present state made of it:
--   delivered, returned, next_attempt, waiting   as asked
--   reversed        it had been delivered and the supplier took it back: the money returns
--   delivered_late  the money had been returned (or another attempt is on its way): the cost is our loss
--   more_tokens     delivered already, now with another token: both are kept, for staff to look at
--   disputed        refused, though a token was seen or a delivery was told: the money stays where it is until staff decide; told once
--   nothing         it was so already
-- A second settlement of the same attempt finds nothing to do, whoever asks.
create or replace function settle_purchases(p_items json, p_in_flight bigint, p_late_vend bigint, p_first_check interval)
returns json language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  lines bigint[] := array(select distinct x.transaction_id from json_to_recordset(p_items) as x(transaction_id bigint));
  refused bigint[] := array(
    select x.transaction_id from json_to_recordset(p_items) as x(transaction_id bigint, outcome text) where x.outcome = 'refused');
  owners bigint[];
  results json;
begin
  if cardinality(refused) > 0 then
    -- Wallets that may receive money back, in the global order and before any other row.
    owners := array(select t.user_id from transactions t where t.id = any(refused));
    perform from accounts where user_id = any(owners) and kind = 'wallet' order by id for update;
  end if;
  perform from transactions where id = any(lines) order by id for update;

  with asked as materialized (
    select distinct on (x.transaction_id, x.attempt) x.*
    from json_to_recordset(p_items) as x(
      n int, transaction_id bigint, attempt smallint, outcome text, supplier_id text, message text, raw text, tokens text[],
      units text, not_found boolean, is_delivered boolean, next_check_at timestamptz, next_supplier text, supplier_account bigint,
      revenue_account bigint, refund_reference text)
    order by x.transaction_id, x.attempt, x.n),
  decided as materialized (
    select q.*, t.user_id, t.status, t.network, t.product, t.description, t.recipient, t.charge_kobo, t.cost_kobo,
      case
        when q.outcome = 'delivered' and a.state in ('sent', 'unknown', 'manual') and t.status = 'pending' then 'delivered'
        when q.outcome = 'delivered' and a.state in ('sent', 'unknown', 'manual', 'refused') then 'delivered_late'
        when q.is_delivered and a.state = 'refused' then 'delivered_late'
        when q.outcome = 'delivered' and a.state = 'delivered' and not q.tokens <@ t.tokens then 'more_tokens'
        when q.outcome = 'refused' and a.state in ('sent', 'unknown', 'manual', 'delivered')
            and (a.told_delivered_at is not null or cardinality(t.tokens) > 0 or cardinality(q.tokens) > 0) then
          case when a.disputed_at is null and t.status in ('pending', 'success') then 'disputed' else 'nothing' end
        when q.outcome = 'refused' and a.state in ('sent', 'unknown', 'manual') and t.status = 'pending' then
          case when q.next_supplier is null then 'returned' else 'next_attempt' end
        when q.outcome = 'refused' and a.state = 'delivered' and t.status = 'success' then 'reversed'
        when q.outcome = 'waiting' and a.state in ('sent', 'unknown') then 'waiting'
        else 'nothing'
      end as applied
    from asked q
    cross join lateral (select * from transactions t where t.id = q.transaction_id limit 1) t
    cross join lateral (
      select a.state, a.told_delivered_at, a.disputed_at from purchase_attempts a
      where a.transaction_id = q.transaction_id and a.attempt = q.attempt limit 1) a),
  settled as materialized (
    select d.*, w.id as wallet,
      case when d.applied in ('delivered', 'returned', 'reversed', 'delivered_late') then nextval('postings_id_seq') end as posting_id,
      case when w.id is not null then nextval('transactions_id_seq') end as refund_line,
      w.balance + sum(d.charge_kobo) over (partition by w.id order by d.n)::bigint as balance_after,
      w.version + row_number() over (partition by w.id order by d.n) as version
    from decided d
    left join lateral (
      select a.id, a.balance, a.version from accounts a
      where d.applied in ('returned', 'reversed') and a.user_id = d.user_id and a.kind = 'wallet' limit 1) w on true),
  changed_attempts as (
    update purchase_attempts a set
      state = case d.applied
        when 'delivered' then 'delivered' when 'delivered_late' then 'delivered_late' when 'reversed' then 'reversed'
        when 'waiting' then case when d.next_check_at is null then 'manual' else 'unknown' end
        when 'more_tokens' then a.state when 'disputed' then case a.state when 'delivered' then a.state else 'manual' end
        else 'refused' end,
      supplier_id = coalesce(d.supplier_id, a.supplier_id),
      message = coalesce(d.message, a.message),
      raw = coalesce(d.raw, a.raw),
      checks = a.checks + case d.applied when 'waiting' then 1 else 0 end,
      -- Of an open attempt only: after its end, 'not known' says nothing about it any more.
      first_not_found_at = case
        when d.applied <> 'waiting' then null
        when d.not_found is null then a.first_not_found_at when d.not_found then coalesce(a.first_not_found_at, now()) end,
      told_delivered_at = case
        when d.applied = 'waiting' and d.is_delivered then coalesce(a.told_delivered_at, now()) else a.told_delivered_at end,
      disputed_at = case when d.applied = 'disputed' then now() else a.disputed_at end,
      -- The moment of the delivery stays when more is heard of it.
      answered_at = case when d.applied in ('more_tokens', 'disputed') and a.state = 'delivered' then a.answered_at else now() end,
      -- A hint that came since the supplier was asked is still to be followed.
      next_check_at = case when a.next_check_at = to_timestamp(0) then a.next_check_at when d.applied = 'waiting' then d.next_check_at end
    from settled d
    where a.transaction_id = d.transaction_id and a.attempt = d.attempt and d.applied <> 'nothing'),
  asked_in_vain as (
    update purchase_attempts a set next_check_at = null
    from settled d
    where a.transaction_id = d.transaction_id and a.attempt = d.attempt and d.applied = 'nothing'
      and a.next_check_at > to_timestamp(0)),
  next_attempts as (
    insert into purchase_attempts (transaction_id, attempt, supplier, state, next_check_at)
    select transaction_id, attempt + 1, next_supplier, 'sent', now() + p_first_check from settled where applied = 'next_attempt'),
  changed_lines as (
    update transactions t set
      status = case d.applied
        when 'delivered' then 'success' when 'returned' then 'failed' when 'reversed' then 'refunded' else t.status end,
      supplier = case d.applied when 'next_attempt' then d.next_supplier else t.supplier end,
      supplier_id = coalesce(d.supplier_id, t.supplier_id),
      supplier_message = coalesce(d.message, t.supplier_message),
      tokens = t.tokens || array(
        select u.token from unnest(d.tokens) with ordinality as u(token, place) where u.token <> all (t.tokens) order by u.place),
      units = coalesce(d.units, t.units),
      settled_at = case when d.applied in ('delivered', 'returned', 'reversed') then now() else t.settled_at end
    from settled d
    where t.id = d.transaction_id and d.applied in ('delivered', 'returned', 'reversed', 'next_attempt', 'more_tokens', 'disputed')),
  refund_lines as (
    insert into transactions (id, user_id, reference, type, status, network, product, description, recipient, amount_kobo,
      charge_kobo, balance_before, balance_after, supplier_message, related_id, settled_at)
    select refund_line, user_id, refund_reference, 'refund', 'success', network, product, description, recipient, charge_kobo,
      charge_kobo, balance_after - charge_kobo, balance_after, message, transaction_id, now()
    from settled where wallet is not null),
  paid_back as (
    update accounts a set balance = last.balance_after, version = last.version
    from (
      select distinct on (wallet) wallet, balance_after, version from settled where wallet is not null
      order by wallet, version desc) last
    where a.id = last.wallet),
  posted as (
    insert into postings (id, code, reference)
    select posting_id,
      case applied when 'delivered' then 'purchase.deliver' when 'returned' then 'purchase.return'
        when 'reversed' then 'purchase.reverse' else 'purchase.late_vend' end,
      case applied when 'delivered_late' then transaction_id || '/' || attempt else transaction_id::text end
    from settled where posting_id is not null),
  legs as (
    insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
    select s.posting_id, l.leg, l.account_id, l.amount,
      case when l.account_id = s.wallet then s.balance_after - s.charge_kobo end,
      case when l.account_id = s.wallet then s.balance_after end,
      case when l.account_id = s.wallet then s.version end
    from settled s cross join lateral (values
      (1, p_in_flight, case when s.applied in ('delivered', 'returned') then -s.charge_kobo end),
      (2, s.supplier_account,
        case when s.applied in ('delivered', 'delivered_late') then s.cost_kobo when s.applied = 'reversed' then -s.cost_kobo end),
      (3, s.revenue_account,
        case s.applied when 'delivered' then s.charge_kobo - s.cost_kobo when 'reversed' then s.cost_kobo - s.charge_kobo end),
      (4, p_late_vend, case when s.applied = 'delivered_late' then -s.cost_kobo end),
      (5, s.wallet, case when s.applied in ('returned', 'reversed') then s.charge_kobo end)) as l(leg, account_id, amount)
    where s.posting_id is not null and l.amount <> 0)
  select json_agg(json_build_object('n', n, 'applied', applied, 'at', now())) into results from settled;
  return coalesce(results, '[]');
end $$;
