-- Commit 2 of a purchase, for many attempts at once: records what suppliers said and moves the money accordingly. Each member names
-- one attempt, at most once in a batch, and what was heard of it:
--
--   outcome     meaning
--   delivered   the supplier delivered (electricity comes with its tokens: all that were seen are kept, in the order in which they came)
--   refused     the supplier certainly did not; with next_supplier the purchase goes on as the next attempt, else the money returns. With
--               not_found staff say so, not the supplier: it is asked about on
--   not_found   asked at asked_at, it does not know the reference: a refusal if that is certain (is_certainly_refused), else not known yet
--   processing  it knows the order, and has no outcome yet; with is_delivered it did deliver, but the token that the buyer needs is not there yet
--   unknown     it said nothing for certain
--
-- What is not known yet is asked about again by p_quiet and p_give_up (requery_next): the answer for it says when as next_check_at, or null when
-- it is not asked about by ourselves any more (manual).
--
-- The answer for each member says what the present state made of it: the table of `applied` stands at decide_settlement. A second
-- settlement of the same attempt finds nothing to do, whoever asks.
--
-- Nearly every settlement says that a purchase which is on its way was delivered. It is settled here, by a statement of its own with
-- nothing in it that only other outcomes need: a statement pays for each of its parts in every batch. All else goes to
-- settle_other_outcomes, in the same commit.
-- Rows in, JSON out: the fields are named on both sides (server/src/slices/purchases/settle.ts). Planned as open_purchases is, and runs as
-- the owner of the tables as that does.
create or replace function settle_purchases(p_items purchase_to_settle[], p_first_check interval, p_quiet interval, p_give_up interval)
returns json language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  named bigint[];
  refused bigint[];
  owners bigint[];
  delivered int[];
  results json[];
  in_flight constant bigint := (select id from accounts where kind = 'in_flight' and name = '' and user_id is null);
  -- Of the house, by name: few, and the same ones for nearly every member.
  suppliers constant jsonb := (select jsonb_object_agg(name, id) from accounts where kind = 'supplier' and user_id is null);
  revenues constant jsonb := (select jsonb_object_agg(name, id) from accounts where kind = 'revenue' and user_id is null);
  first_return_check constant interval := (return_check_marks('purchase'))[1];
begin
  select array_agg(x.transaction_id), array_agg(x.transaction_id) filter (where x.outcome in ('refused', 'not_found'))
  into named, refused
  from unnest(p_items) x;
  if refused is not null then
    -- Wallets that may receive money back, in the global order and before any other row.
    owners := array(select t.user_id from transactions t where t.id = any(refused));
    perform from accounts where user_id = any(owners) and kind = 'wallet' order by id for update;
  end if;
  perform from transactions where id = any(named) order by id for update;

  with settled as materialized (
    select x.n, x.transaction_id, x.attempt, x.supplier_id, x.message, x.raw, x.tokens, x.units,
      t.price_kobo, t.cost_kobo, a.supplier, t.type, nextval('postings_id_seq') as posting_id
    from unnest(p_items) x
    cross join lateral (
      select t.price_kobo, t.cost_kobo, t.type from transactions t where t.id = x.transaction_id and t.status = 'pending' limit 1) t
    cross join lateral (
      select a.supplier from purchase_attempts a
      where a.transaction_id = x.transaction_id and a.attempt = x.attempt and a.state in ('sent', 'unknown', 'manual') limit 1) a
    where x.outcome = 'delivered'),
  changed_attempts as (
    update purchase_attempts a set
      state = 'delivered',
      supplier_id = coalesce(s.supplier_id, a.supplier_id),
      message = coalesce(s.message, a.message),
      raw = coalesce(nullif(s.raw, ''), a.raw),
      first_not_found_at = null,
      answered_at = now(),
      -- A hint that came since the supplier was asked is still to be followed.
      next_check_at = case when a.next_check_at = to_timestamp(0) then a.next_check_at end,
      return_check_at = now() + first_return_check
    from settled s
    where a.transaction_id = s.transaction_id and a.attempt = s.attempt),
  changed_transactions as (
    update transactions t set
      status = 'success',
      supplier_id = coalesce(s.supplier_id, t.supplier_id),
      supplier_message = coalesce(s.message, t.supplier_message),
      tokens = t.tokens || array(
        select u.token from unnest(s.tokens) with ordinality as u(token, place) where u.token <> all (t.tokens) order by u.place),
      units = coalesce(s.units, t.units),
      settled_at = now()
    from settled s
    where t.id = s.transaction_id),
  posted as (
    insert into postings (id, code, reference) select posting_id, 'purchase.deliver', transaction_id::text from settled),
  legs as (
    insert into entries (posting_id, leg, account_id, amount)
    select s.posting_id, l.leg, l.account_id, l.amount
    from settled s cross join lateral (values
      (1, in_flight, -s.price_kobo),
      (2, (suppliers ->> s.supplier)::bigint, s.cost_kobo),
      (3, (revenues ->> s.type)::bigint, s.price_kobo - s.cost_kobo)) as l(leg, account_id, amount)
    where l.amount <> 0)
  select array_agg(n), array_agg(json_build_object('n', n, 'applied', 'delivered', 'at', now()))
  into delivered, results from settled;

  if cardinality(delivered) = cardinality(p_items) then return array_to_json(results); end if;
  return coalesce(
    array_to_json(results || settle_other_outcomes(p_items, coalesce(delivered, '{}'), p_first_check, p_quiet, p_give_up)), '[]');
end $$;
