-- The two commits of a purchase, each for many purchases at once. One round trip, one commit, each caller its own answer.
-- JSON in, JSON out: the fields are named on both sides (server/src/purchases/open.ts and settle.ts).
-- Both are planned once per connection, maybe while the tables are still empty; so each row is looked up by its key, whatever the
-- planner thinks of the tables' sizes: no scans of whole tables, no joins but by index.

-- A purchase as it is handed in, and what the decision adds to it.
create type purchase_opening as (
  n int, wallet bigint, user_id bigint, key text, request_hash text, force boolean, reference text, type text, network text,
  product text, description text, recipient text, plan_id int, charge bigint, face_value bigint, cost bigint, volume_mb bigint,
  supplier text,
  id bigint, posting_id bigint, balance_before bigint, balance_after bigint, version bigint);

-- Takes the charge of each purchase from its wallet and records the purchase as sent. Decides in arrival order (n) per wallet:
--   accepted      the money is in flight, the line and the attempt are written
--   replay        the key was used for this same request before: transaction_id tells which purchase
--   key_reused    the key was used for another request
--   again         the same key or the same purchase stands earlier in this batch: ask once more after this commit
--   duplicate     bought a moment ago without a key: transaction_id tells which purchase
--   locked        the service is locked
--   insufficient  the wallet holds less than the charge
-- One member's refusal never fails another.
create function open_purchases(p_items json, p_in_flight bigint, p_duplicate_window interval, p_first_check interval)
returns json language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  items purchase_opening[] := array(
    select x from json_populate_recordset(null::purchase_opening, p_items) x order by x.wallet, x.n);
  wallets bigint[] := array(select distinct x.wallet from unnest(items) x);
  item purchase_opening;
  known record;
  accepted purchase_opening[] := '{}';
  outcomes json[] := '{}';
  -- The wallet in hand, as it stands after the purchases accepted so far.
  v_wallet bigint := null; v_balance bigint; v_version bigint;
begin
  -- All wallets of the batch in one global order: two batches, or a batch and any other posting, cannot deadlock.
  perform from accounts where id = any(wallets) order by id for update;

  -- A statement of its own, after the locks: its snapshot sees every purchase that an earlier holder committed.
  for known in
    select x.place, a.balance, a.version, coalesce(s.is_open, false) as is_open,
      k.transaction_id as key_transaction, k.request_hash = x.request_hash as key_matches, recent.id as recent_transaction,
      (x.key is not null and row_number() over (partition by x.user_id, x.key order by x.n) > 1)
        or (x.key is null and not x.force
          and row_number() over (partition by x.user_id, x.type, x.product, x.plan_id, x.face_value, x.recipient order by x.n) > 1)
        as stands_earlier
    from unnest(items) with ordinality as x(
      n, wallet, user_id, key, request_hash, force, reference, type, network, product, description, recipient, plan_id, charge,
      face_value, cost, volume_mb, supplier, id, posting_id, balance_before, balance_after, version, place)
    left join lateral (select a.balance, a.version from accounts a where a.id = x.wallet limit 1) a on true
    left join lateral (
      select s.is_open from services s where s.name = x.network and s.service_type = x.type limit 1) s on true
    left join lateral (
      select k.transaction_id, k.request_hash from idempotency_keys k
      where x.key is not null and k.user_id = x.user_id and k.key = x.key limit 1) k on true
    left join lateral (
      select t.id from transactions t
      where x.key is null and not x.force and t.recipient = x.recipient and t.user_id = x.user_id and t.type = x.type
        and t.product = x.product and t.plan_id is not distinct from x.plan_id and t.face_value_kobo = x.face_value
        and t.status in ('pending', 'success') and t.created_at > now() - p_duplicate_window
      order by t.id desc limit 1) recent on true
    order by x.place
  loop
    item := items[known.place];
    if item.wallet is distinct from v_wallet then
      v_wallet := item.wallet; v_balance := known.balance; v_version := known.version;
    end if;
    if known.key_transaction is not null then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome',
        case when known.key_matches then 'replay' else 'key_reused' end, 'transaction_id', known.key_transaction);
    elsif known.stands_earlier then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'again');
    elsif known.recent_transaction is not null then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'duplicate', 'transaction_id', known.recent_transaction);
    elsif not known.is_open then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'locked');
    elsif v_balance < item.charge then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'insufficient');
    else
      item.id := nextval('transactions_id_seq');
      item.posting_id := nextval('postings_id_seq');
      item.balance_before := v_balance;
      v_balance := v_balance - item.charge; v_version := v_version + 1;
      item.balance_after := v_balance; item.version := v_version;
      accepted := accepted || item;
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'accepted', 'transaction_id', item.id,
        'balance_before', item.balance_before, 'balance_after', item.balance_after, 'at', now());
    end if;
  end loop;

  if cardinality(accepted) > 0 then
    with taken as materialized (select * from unnest(accepted)),
    lines as (
      insert into transactions (id, user_id, reference, type, status, network, product, description, recipient, plan_id,
        amount_kobo, charge_kobo, face_value_kobo, cost_kobo, volume_mb, balance_before, balance_after, supplier)
      select id, user_id, reference, type, 'pending', network, product, description, recipient, plan_id,
        charge, charge, face_value, cost, volume_mb, balance_before, balance_after, supplier from taken),
    attempts as (
      insert into purchase_attempts (transaction_id, attempt, supplier, state, next_check_at)
      select id, 1, supplier, 'sent', now() + p_first_check from taken),
    keys as (
      insert into idempotency_keys (user_id, key, request_hash, transaction_id)
      select user_id, key, request_hash, id from taken where key is not null),
    posted as (
      insert into postings (id, code, reference) select posting_id, 'purchase.open', id::text from taken),
    legs as (
      insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
      select posting_id, 1, wallet, -charge, balance_before, balance_after, version from taken
      union all
      select posting_id, 2, p_in_flight, charge, null, null, null from taken)
    update accounts a set balance = last.balance_after, version = last.version
    from (select distinct on (wallet) wallet, balance_after, version from taken order by wallet, version desc) last
    where a.id = last.wallet;
  end if;
  return array_to_json(outcomes);
end $$;

-- Records what suppliers said and moves the money accordingly. Each member names one attempt and what is now known of it:
--   delivered  the supplier delivered
--   refused    the supplier certainly did not; with next_supplier the purchase goes on as the next attempt, else the money returns
--   waiting    not known yet: ask again at next_check_at, or never again by ourselves when that is null (manual)
-- applied is what the present state made of it:
--   delivered, returned, next_attempt, waiting   as asked
--   reversed        it had been delivered and the supplier took it back: the money returns
--   delivered_late  the money had been returned (or another attempt is on its way): the cost is our loss
--   nothing         it was so already
-- A second settlement of the same attempt finds nothing to do, whoever asks.
create function settle_purchases(p_items json, p_in_flight bigint, p_late_vend bigint, p_first_check interval)
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
      units text, not_found boolean, next_check_at timestamptz, next_supplier text, supplier_account bigint,
      revenue_account bigint, refund_reference text)
    order by x.transaction_id, x.attempt, x.n),
  decided as materialized (
    select q.*, t.user_id, t.status, t.network, t.product, t.description, t.recipient, t.charge_kobo, t.cost_kobo,
      case
        when q.outcome = 'delivered' and a.state in ('sent', 'unknown', 'manual') and t.status = 'pending' then 'delivered'
        when q.outcome = 'delivered' and a.state in ('sent', 'unknown', 'manual', 'refused') then 'delivered_late'
        when q.outcome = 'refused' and a.state in ('sent', 'unknown', 'manual') and t.status = 'pending' then
          case when q.next_supplier is null then 'returned' else 'next_attempt' end
        when q.outcome = 'refused' and a.state = 'delivered' and t.status = 'success' then 'reversed'
        when q.outcome = 'waiting' and a.state in ('sent', 'unknown') then 'waiting'
        else 'nothing'
      end as applied
    from asked q
    cross join lateral (select * from transactions t where t.id = q.transaction_id limit 1) t
    cross join lateral (
      select a.state from purchase_attempts a where a.transaction_id = q.transaction_id and a.attempt = q.attempt limit 1) a),
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
        else 'refused' end,
      supplier_id = coalesce(d.supplier_id, a.supplier_id),
      message = coalesce(d.message, a.message),
      raw = coalesce(d.raw, a.raw),
      checks = a.checks + case d.applied when 'waiting' then 1 else 0 end,
      -- Of an open attempt only: after its end, 'not known' says nothing about it any more.
      first_not_found_at = case
        when d.applied <> 'waiting' then null
        when d.not_found is null then a.first_not_found_at when d.not_found then coalesce(a.first_not_found_at, now()) end,
      answered_at = now(),
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
      tokens = case when d.applied = 'delivered' then coalesce(d.tokens, '{}') else t.tokens end,
      units = coalesce(d.units, t.units),
      settled_at = case when d.applied in ('delivered', 'returned', 'reversed') then now() else t.settled_at end
    from settled d
    where t.id = d.transaction_id and d.applied in ('delivered', 'returned', 'reversed', 'next_attempt')),
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
