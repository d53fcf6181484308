-- Clears what stands in a file of the archive: rows by id and part, each only if it still says what the file says (by its SHA-256) and is
-- not open, and thirty days old at least, whatever a setting says; a trigger that refuses younger ones, as the other tables have it
-- (refuse_early_clearing), would cost each purchase. What stays is noted, so that a later file has it. Gives how many were cleared; none of
-- a file that another process is through with.
-- By the keys, whatever the planner thinks of the tables: is_open_business and is_open_hook are for the rows of a page, and not for a scan.
create or replace function clear_archived(p_file_id int, p_ids bigint[], p_parts int[], p_sums bytea[]) returns bigint
language plpgsql security definer
set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  file archive_files;
  cleared bigint;
begin
  select * into file from archive_files f where f.id = p_file_id;
  if file.id is null then raise exception 'no file % is on record', p_file_id; end if;
  if is_shop_closed() then raise exception 'nothing is cleared while the shop is closed'; end if;
  if file.ended_at is not null then return 0; end if;
  -- Rows that somebody else has in hand are left: waiting for them while holding others could end in a deadlock.
  case file.kind
  when 'supplier_answers' then
    with said as materialized (
      select a.transaction_id, a.attempt, a.raw, greatest(a.sent_at, a.answered_at, a.disputed_at, a.decided_at) as said_at, x.sum from unnest(p_ids, p_parts, p_sums) x(id, part, sum)
      join purchase_attempts a on a.transaction_id = x.id and a.attempt = x.part
      where a.raw is not null for update of a skip locked),
    free as materialized (
      select s.transaction_id, s.attempt from said s
      where s.said_at <= now() - interval '30 days' and sha256(convert_to(s.raw, 'UTF8')) = s.sum
        and not is_open_business(s.transaction_id))
    update purchase_attempts a set raw = null, archive_file_id = p_file_id from free
    where a.transaction_id = free.transaction_id and a.attempt = free.attempt;
    get diagnostics cleared = row_count;
    insert into archive_left (kind, id) select distinct file.kind, a.transaction_id
    from unnest(p_ids, p_parts) x(id, part) join purchase_attempts a on a.transaction_id = x.id and a.attempt = x.part
    where a.raw is not null on conflict do nothing;
  when 'bank_answers' then
    with said as materialized (
      select w.transaction_id, w.raw, greatest(w.enquired_at, w.sent_at, w.answered_at) as said_at, x.sum from unnest(p_ids, p_sums) x(id, sum) join withdrawals w on w.transaction_id = x.id
      where w.raw is not null for update of w skip locked),
    free as materialized (
      select s.transaction_id from said s
      where s.said_at <= now() - interval '30 days' and sha256(convert_to(s.raw, 'UTF8')) = s.sum
        and not is_open_business(s.transaction_id))
    update withdrawals w set raw = null, archive_file_id = p_file_id from free where w.transaction_id = free.transaction_id;
    get diagnostics cleared = row_count;
    insert into archive_left (kind, id) select file.kind, w.transaction_id
    from unnest(p_ids) x(id) join withdrawals w on w.transaction_id = x.id
    where w.raw is not null on conflict do nothing;
  when 'hook_bodies' then
    with said as materialized (
      select h.id, x.sum from unnest(p_ids, p_sums) x(id, sum) join hook_events h on h.id = x.id
      where h.body is not null for update of h skip locked),
    free as materialized (
      select s.id from said s cross join lateral (select * from hook_events h where h.id = s.id limit 1) h
      where greatest(h.received_at, h.handled_at) <= now() - interval '30 days' and sha256(convert_to(h.body, 'UTF8')) = s.sum
        and not is_open_hook(h))
    update hook_events h set body = null, archive_file_id = p_file_id from free where h.id = free.id;
    get diagnostics cleared = row_count;
    insert into archive_left (kind, id) select file.kind, h.id
    from unnest(p_ids) x(id) join hook_events h on h.id = x.id
    where h.body is not null on conflict do nothing;
  end case;
  return cleared;
end $$;
