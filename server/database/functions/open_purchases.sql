-- Commit 1 of a purchase, for many purchases at once: takes the price of each from its wallet and records the purchase as sent. One
-- round trip, one commit, each caller its own answer. Decides in arrival order (n) per wallet; one member's refusal never fails
-- another.
--
--   outcome       when                                                                          besides
--   accepted      the money is in clearing; the transaction and the first attempt are written   transaction_id, balances, at
--   ended         the session or API token works no more, or none is named: neither is anything sold by it, nor said what its keys
--                 stand for
--   replay        the key was used for this same request before                                 transaction_id
--   key_reused    the key was used for another request                                          transaction_id
--   closed        nothing is sold after a restore to the past, until an admin opens the shop
--   restricted    staff let nothing leave the wallet
--   frozen        the owner froze the wallet
--   again         the same key or the same purchase stands earlier in this batch: ask once more after this commit
--   duplicate     bought a moment ago without a key                                             transaction_id
--   locked        the service is locked
--   repriced      the catalogue by which the price was decided is not that of now: ask with the price of now
--   insufficient  the wallet holds less than the price
--   held          the price is more than may go into purchases after a reset, or a PIN         until, because, most
--                 removed without it
--   device_cap    the price is more than may leave from devices that are new, or as long as     left
--                 nobody proved the account to be theirs
--   token_limit   the price is more than the daily limit of the API token leaves               left
--   over_limit    the price is more than the owner's daily spending limit leaves                left
--
-- Rows in, JSON out: the fields are named on both sides (server/src/slices/purchases/open.ts).
-- Planned once per connection, maybe while the tables are still empty; so each row is looked up by its key, whatever the planner thinks
-- of the tables' sizes: no scans of whole tables, no joins but by index.
-- Runs as the owner of the tables, since nobody else may write postings: which accounts are moved is looked up here, and never taken
-- from the caller.
create or replace function open_purchases(p_items purchase_to_open[], p_duplicate_window interval, p_first_check interval)
returns json language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  items purchase_to_open[] := p_items;
  wallets constant bigint[] := array(select distinct x.wallet from unnest(p_items) x);
  item purchase_to_open;
  known record;
  accepted purchase_to_open[] := '{}';
  outcomes json[] := '{}';
  in_flight constant bigint := (select id from accounts where kind = 'in_flight' and name = '' and user_id is null);
  is_closed constant boolean := is_shop_closed();
  v_catalogue bigint;
  -- The wallet in hand, as it stands after the purchases accepted so far.
  v_wallet bigint := null; v_balance bigint; v_version bigint;
  -- Of the wallet in hand, earlier in this batch: its keys, and what was bought. Only looked at where a wallet stands in the batch twice.
  has_several constant boolean := cardinality(wallets) < cardinality(p_items);
  v_keys text[]; v_bought text[]; v_purchase text; v_stands_earlier boolean;
  -- What the limit leaves for today; null without one.
  v_left bigint;
  -- What a hold leaves; null without one.
  v_held_left bigint;
  -- What may still leave by the limit of the purchase in hand, and what those with any such limit took in this batch.
  v_device_left bigint; v_device_taken bigint; v_has_new_device boolean := false;
  -- The API tokens of this batch that work: what each may still spend, null without a limit, and the one that it was rotated from first. Those of
  -- one root share what they may spend, also within this batch.
  v_tokens jsonb; v_token jsonb; v_root text; v_left_of_token bigint; v_taken_of_roots jsonb := '{}';
begin
  -- Members are looked up by their place below: one looked at and another one charged would be a purchase for somebody else's money.
  if array_ndims(p_items) <> 1 or array_lower(p_items, 1) <> 1 then
    raise exception 'a batch is a list that begins with 1';
  end if;
  if has_several then
    items := array(select x from unnest(p_items) x order by x.wallet, x.n);
  end if;

  -- All wallets of the batch in one global order: two batches, or a batch and any other posting, cannot deadlock.
  perform from accounts where id = any(wallets) order by id for update;

  -- After the locks, which may have been waited for: a price that changed meanwhile is not taken any more.
  select version into strict v_catalogue from catalogue_version;

  -- A statement of its own, after the locks: its snapshot sees every purchase that an earlier holder committed.
  for known in
    select x.place, a.balance, a.version, a.standing, a.frozen_at, a.daily_limit_kobo,
      a.held_since, a.held_until, a.held_because, a.held_purchases_kobo, coalesce(s.is_open, false) as is_open,
      session.works as session_works,
      k.transaction_id as key_transaction, k.request_hash = x.request_hash as key_matches, recent.id as recent_transaction
    from unnest(items) with ordinality as x(
      n, wallet, user_id, key, request_hash, force, reference, type, network, product, description, recipient, plan_id, price,
      face_value, cost, volume_mb, supplier, client_reference, metadata, id, posting_id, balance_before, balance_after, version, token_id,
      device_cap, device_hours, catalogue_version, session_hash, place)
    left join lateral (select a.balance, a.version, a.standing, a.frozen_at, a.daily_limit_kobo,
        a.held_since, a.held_until, a.held_because, a.held_purchases_kobo from accounts a
      where a.id = x.wallet and a.user_id = x.user_id and a.kind = 'wallet' limit 1) a on true
    left join lateral (
      select true as works from sessions s
      where s.token_hash = x.session_hash and s.user_id = x.user_id and s.expires_at > now() limit 1) session on true
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
    if known.balance is null then
      raise exception 'account % is no wallet of user %', item.wallet, item.user_id;
    end if;
    if item.wallet is distinct from v_wallet then
      v_wallet := item.wallet; v_balance := known.balance; v_version := known.version; v_left := known.daily_limit_kobo;
      v_keys := '{}'; v_bought := '{}';
      if v_left is not null then
        v_left := v_left - spent_today(item.user_id);
      end if;
      v_device_taken := 0;
      v_held_left := null;
      if known.held_until > now() then
        v_held_left := known.held_purchases_kobo - spent_since(item.user_id, known.held_since);
      end if;
    end if;
    v_stands_earlier := false;
    if has_several then
      v_purchase := (item.type, item.product, item.plan_id, item.face_value, item.recipient)::text;
      v_stands_earlier := case when item.key is null then not item.force and v_purchase = any(v_bought) else item.key = any(v_keys) end;
      v_keys := v_keys || item.key; v_bought := v_bought || v_purchase;
    end if;
    if item.device_cap is not null then
      v_device_left := new_device_left(item.user_id, item.device_cap, item.device_hours) - v_device_taken;
    end if;
    v_left_of_token := null;
    if item.token_id is not null then
      v_tokens := coalesce(v_tokens, (
        select jsonb_object_agg(t.id, jsonb_build_object('root', t.root_id, 'left', token_left(t.id, t.user_id, t.wanted)))
        from (
          select k.id, k.user_id, k.root_id, sum(sum(x.price)) over (partition by k.root_id)::bigint as wanted
          from unnest(items) x join api_tokens k on k.id = x.token_id and k.user_id = x.user_id
          where token_works(k) group by k.id) t), '{}');
      v_token := v_tokens -> item.token_id::text;
      v_root := v_token ->> 'root';
      v_left_of_token := (v_token ->> 'left')::bigint - coalesce((v_taken_of_roots ->> v_root)::bigint, 0);
    end if;
    if (item.token_id is null and known.session_works is null) or (item.token_id is not null and v_token is null) then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'ended');
    elsif known.key_transaction is not null then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome',
        case when known.key_matches then 'replay' else 'key_reused' end, 'transaction_id', known.key_transaction);
    elsif is_closed then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'closed');
    elsif known.standing <> 'active' then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'restricted');
    elsif known.frozen_at is not null then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'frozen');
    elsif v_stands_earlier then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'again');
    elsif known.recent_transaction is not null then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'duplicate', 'transaction_id', known.recent_transaction);
    elsif not known.is_open then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'locked');
    elsif item.catalogue_version is distinct from v_catalogue then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'repriced');
    elsif v_balance < item.price then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'insufficient');
    elsif v_held_left < item.price then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'held', 'until', known.held_until,
        'seconds', ceil(extract(epoch from known.held_until - now())),
        'because', known.held_because, 'most', known.held_purchases_kobo);
    elsif item.device_cap is not null and v_device_left < item.price then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'device_cap', 'left', greatest(v_device_left, 0));
    elsif v_left_of_token < item.price then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'token_limit', 'left', greatest(v_left_of_token, 0));
    elsif v_left < item.price then
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'over_limit', 'left', greatest(v_left, 0));
    else
      item.id := nextval('transactions_id_seq');
      item.posting_id := nextval('postings_id_seq');
      item.balance_before := v_balance;
      v_balance := v_balance - item.price; v_version := v_version + 1; v_left := v_left - item.price;
      v_held_left := v_held_left - item.price;
      if item.device_cap is not null then
        v_device_taken := v_device_taken + item.price; v_has_new_device := true;
      end if;
      if v_left_of_token is not null then
        v_taken_of_roots := v_taken_of_roots
          || jsonb_build_object(v_root, coalesce((v_taken_of_roots ->> v_root)::bigint, 0) + item.price);
      end if;
      item.balance_after := v_balance; item.version := v_version;
      accepted := accepted || item;
      outcomes := outcomes || json_build_object('n', item.n, 'outcome', 'accepted', 'transaction_id', item.id,
        'balance_before', item.balance_before, 'balance_after', item.balance_after, 'at', now());
    end if;
  end loop;

  if cardinality(accepted) > 0 then
    with taken as materialized (select * from unnest(accepted)),
    written as (
      insert into transactions (id, user_id, reference, type, status, network, product, description, recipient, plan_id,
        amount_kobo, price_kobo, face_value_kobo, cost_kobo, volume_mb, balance_before, balance_after, supplier,
        client_reference, metadata)
      select id, user_id, reference, type, 'pending', network, product, description, recipient, plan_id,
        price, price, face_value, cost, volume_mb, balance_before, balance_after, supplier, client_reference, metadata from taken),
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
      select posting_id, 1, wallet, -price, balance_before, balance_after, version from taken
      union all
      select posting_id, 2, in_flight, price, null, null, null from taken)
    update accounts a set balance = last.balance_after, version = last.version
    from (select distinct on (wallet) wallet, balance_after, version from taken order by wallet, version desc) last
    where a.id = last.wallet;

    -- Statements of their own: batches without API tokens and new devices have nothing for them, and a statement pays for each of its parts.
    if v_taken_of_roots <> '{}' then
      with counted as (
        insert into api_token_spends (transaction_id, root_id)
        select x.id, k.root_id from unnest(accepted) x join api_tokens k on k.id = x.token_id and k.daily_limit_kobo is not null
        returning transaction_id, root_id, spent_at)
      insert into api_token_hours as h (root_id, hour, taken_kobo)
      select c.root_id, date_trunc('hour', c.spent_at, 'UTC'), sum(x.price) from counted c join unnest(accepted) x on x.id = c.transaction_id
      group by 1, 2 order by 1, 2
      on conflict (root_id, hour) do update set taken_kobo = h.taken_kobo + excluded.taken_kobo;
    end if;
    if v_has_new_device then
      insert into new_device_sends (transaction_id, user_id) select x.id, x.user_id from unnest(accepted) x where x.device_cap is not null;
    end if;
  end if;
  return array_to_json(outcomes);
end $$;
