-- The two commits of a purchase, each for many purchases at once. One round trip, one commit, each caller its own answer.
-- JSON in, JSON out: the fields are named on both sides (server/src/purchases/open.ts and settle.ts).

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
returns json language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  item record;
  outcomes json[] := '{}';
  -- The wallet in hand, as it stands after the purchases accepted so far.
  v_wallet bigint := null; v_balance bigint; v_version bigint;
  ok_n int[] := '{}'; ok_id bigint[] := '{}'; ok_posting bigint[] := '{}';
  ok_before bigint[] := '{}'; ok_after bigint[] := '{}'; ok_version bigint[] := '{}';
  new_id bigint;
begin
  -- All wallets of the batch in one global order: two batches, or a batch and any other posting, cannot deadlock.
  perform from accounts
    where id in (select x.wallet from json_to_recordset(p_items) as x(wallet bigint))
    order by id for update;

  -- A statement of its own, after the locks: its snapshot sees every purchase that an earlier holder committed.
  for item in
    select x.n, x.wallet, x.charge, a.balance, a.version, coalesce(s.is_open, false) as is_open,
      k.transaction_id as key_transaction, k.request_hash = x.request_hash as key_matches, recent.id as recent_transaction,
      (x.key is not null and row_number() over (partition by x.user_id, x.key order by x.n) > 1)
        or (x.key is null and not x.force
          and row_number() over (partition by x.user_id, x.type, x.product, x.plan_id, x.face_value, x.recipient order by x.n) > 1)
        as stands_earlier
    from json_to_recordset(p_items) as x(
      n int, wallet bigint, user_id bigint, key text, request_hash text, force boolean, type text, network text, product text,
      plan_id int, face_value bigint, recipient text, charge bigint)
    join accounts a on a.id = x.wallet
    left join services s on s.name = x.network and s.service_type = x.type
    left join idempotency_keys k on x.key is not null and k.user_id = x.user_id and k.key = x.key
    left join lateral (
      select t.id from transactions t
      where x.key is null and not x.force and t.recipient = x.recipient and t.user_id = x.user_id and t.type = x.type
        and t.product = x.product and t.plan_id is not distinct from x.plan_id and t.face_value_kobo = x.face_value
        and t.status in ('pending', 'success') and t.created_at > now() - p_duplicate_window
      order by t.id desc limit 1) recent on true
    order by x.wallet, x.n
  loop
    if item.wallet is distinct from v_wallet then
      v_wallet := item.wallet; v_balance := item.balance; v_version := item.version;
    end if;
    if item.key_transaction is not null then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome',
        case when item.key_matches then 'replay' else 'key_reused' end, 'transaction_id', item.key_transaction);
    elsif item.stands_earlier then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'again');
    elsif item.recent_transaction is not null then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'duplicate', 'transaction_id', item.recent_transaction);
    elsif not item.is_open then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'locked');
    elsif v_balance < item.charge then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'insufficient');
    else
      new_id := nextval('transactions_id_seq');
      ok_n := ok_n || item.n; ok_id := ok_id || new_id; ok_posting := ok_posting || nextval('postings_id_seq');
      ok_before := ok_before || v_balance;
      v_balance := v_balance - item.charge; v_version := v_version + 1;
      ok_after := ok_after || v_balance; ok_version := ok_version || v_version;
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'accepted', 'transaction_id', new_id,
        'balance_before', v_balance + item.charge, 'balance_after', v_balance, 'at', now());
    end if;
  end loop;

  if cardinality(ok_n) > 0 then
    with accepted as materialized (
      select x.*, o.id, o.posting_id, o.balance_before, o.balance_after, o.version
      from unnest(ok_n, ok_id, ok_posting, ok_before, ok_after, ok_version)
        as o(n, id, posting_id, balance_before, balance_after, version)
      join json_to_recordset(p_items) as x(
        n int, wallet bigint, user_id bigint, key text, request_hash text, reference text, type text, network text, product text,
        description text, recipient text, plan_id int, charge bigint, face_value bigint, cost bigint, volume_mb bigint, supplier text)
        using (n)),
    lines as (
      insert into transactions (id, user_id, reference, type, status, network, product, description, recipient, plan_id,
        amount_kobo, charge_kobo, face_value_kobo, cost_kobo, volume_mb, balance_before, balance_after, supplier)
      select id, user_id, reference, type, 'pending', network, product, description, recipient, plan_id,
        charge, charge, face_value, cost, volume_mb, balance_before, balance_after, supplier from accepted),
    attempts as (
      insert into purchase_attempts (transaction_id, attempt, supplier, state, next_check_at)
      select id, 1, supplier, 'sent', now() + p_first_check from accepted),
    keys as (
      insert into idempotency_keys (user_id, key, request_hash, transaction_id)
      select user_id, key, request_hash, id from accepted where key is not null),
    posted as (
      insert into postings (id, code, reference) select posting_id, 'purchase.open', id::text from accepted),
    legs as (
      insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
      select posting_id, 1, wallet, -charge, balance_before, balance_after, version from accepted
      union all
      select posting_id, 2, p_in_flight, charge, null, null, null from accepted)
    update accounts a set balance = last.balance_after, version = last.version
    from (select distinct on (wallet) wallet, balance_after, version from accepted order by wallet, version desc) last
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
returns json language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  results json;
begin
  if exists (select from json_to_recordset(p_items) as x(outcome text) where x.outcome = 'refused') then
    -- Wallets that may receive money back, in the global order and before any other row.
    perform from accounts a
      where a.kind = 'wallet' and a.user_id in (
        select t.user_id from transactions t
        join json_to_recordset(p_items) as x(transaction_id bigint, outcome text) on x.transaction_id = t.id
        where x.outcome = 'refused')
      order by a.id for update;
  end if;
  perform from transactions
    where id in (select x.transaction_id from json_to_recordset(p_items) as x(transaction_id bigint)) order by id for update;

  with asked as materialized (
    select distinct on (x.transaction_id, x.attempt) x.*
    from json_to_recordset(p_items) as x(
      n int, transaction_id bigint, attempt smallint, outcome text, supplier_id text, message text, raw text, tokens text[],
      units text, not_found boolean, next_check_at timestamptz, next_supplier text, supplier_account bigint,
      revenue_account bigint, refund_reference text)
    order by x.transaction_id, x.attempt, x.n),
  decided as materialized (
    select q.*, t.user_id, t.status, t.type, t.network, t.product, t.description, t.recipient, t.reference, t.charge_kobo, t.cost_kobo,
      t.volume_mb,
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
    join transactions t on t.id = q.transaction_id
    join purchase_attempts a on a.transaction_id = q.transaction_id and a.attempt = q.attempt),
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
      first_not_found_at = case
        when d.not_found is null then a.first_not_found_at when d.not_found then coalesce(a.first_not_found_at, now()) end,
      answered_at = now(),
      next_check_at = case d.applied when 'waiting' then d.next_check_at else null end
    from decided d
    where a.transaction_id = d.transaction_id and a.attempt = d.attempt and d.applied <> 'nothing'),
  next_attempts as (
    insert into purchase_attempts (transaction_id, attempt, supplier, state, next_check_at)
    select transaction_id, attempt + 1, next_supplier, 'sent', now() + p_first_check from decided where applied = 'next_attempt'),
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
    from decided d
    where t.id = d.transaction_id and d.applied in ('delivered', 'returned', 'reversed', 'next_attempt')),
  returns as materialized (
    select d.*, a.id as wallet, nextval('transactions_id_seq') as line_id,
      a.balance + sum(d.charge_kobo) over (partition by a.id order by d.n)::bigint as balance_after,
      a.version + row_number() over (partition by a.id order by d.n) as version
    from decided d join accounts a on a.user_id = d.user_id and a.kind = 'wallet'
    where d.applied in ('returned', 'reversed')),
  refund_lines as (
    insert into transactions (id, user_id, reference, type, status, network, product, description, recipient, amount_kobo,
      charge_kobo, balance_before, balance_after, supplier_message, related_id, settled_at)
    select line_id, user_id, refund_reference, 'refund', 'success', network, product, description, recipient, charge_kobo,
      charge_kobo, balance_after - charge_kobo, balance_after, message, transaction_id, now() from returns),
  paid_back as (
    update accounts a set balance = last.balance_after, version = last.version
    from (select distinct on (wallet) wallet, balance_after, version from returns order by wallet, version desc) last
    where a.id = last.wallet),
  moved as materialized (
    select d.*, nextval('postings_id_seq') as posting_id from decided d
    where d.applied in ('delivered', 'returned', 'reversed', 'delivered_late')),
  posted as (
    insert into postings (id, code, reference)
    select posting_id,
      case applied when 'delivered' then 'purchase.deliver' when 'returned' then 'purchase.return'
        when 'reversed' then 'purchase.reverse' else 'purchase.late_vend' end,
      case applied when 'delivered_late' then transaction_id || '/' || attempt else transaction_id::text end
    from moved),
  legs as (
    insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
    select posting_id, leg, account_id, amount, balance_before, balance_after, version from (
      select m.posting_id, 1 as leg, p_in_flight as account_id, -m.charge_kobo as amount,
        null::bigint as balance_before, null::bigint as balance_after, null::bigint as version
        from moved m where m.applied in ('delivered', 'returned')
      union all select m.posting_id, 2, m.supplier_account, m.cost_kobo, null, null, null
        from moved m where m.applied in ('delivered', 'delivered_late')
      union all select m.posting_id, 3, m.revenue_account, m.charge_kobo - m.cost_kobo, null, null, null
        from moved m where m.applied = 'delivered'
      union all select m.posting_id, 4, p_late_vend, -m.cost_kobo, null, null, null
        from moved m where m.applied = 'delivered_late'
      union all select m.posting_id, 5, m.supplier_account, -m.cost_kobo, null, null, null
        from moved m where m.applied = 'reversed'
      union all select m.posting_id, 6, m.revenue_account, m.cost_kobo - m.charge_kobo, null, null, null
        from moved m where m.applied = 'reversed'
      union all select m.posting_id, 7, r.wallet, m.charge_kobo, r.balance_after - m.charge_kobo, r.balance_after, r.version
        from moved m join returns r on r.transaction_id = m.transaction_id
    ) all_legs where amount <> 0)
  select json_agg(json_build_object('n', d.n, 'applied', d.applied, 'at', now(), 'status',
      case d.applied when 'delivered' then 'success' when 'returned' then 'failed' when 'reversed' then 'refunded' else d.status end,
      'refund_line', r.line_id, 'balance_after', r.balance_after, 'version', r.version))
    into results
  from decided d left join returns r on r.transaction_id = d.transaction_id;
  return coalesce(results, '[]');
end $$;
