-- Removes keys that are older than they are promised to live, so many of them. Gives how many it were.
create or replace function remove_old_keys(p_most int) returns bigint language sql security definer
set search_path = public, pg_temp
as $$
  with removed as (
    delete from idempotency_keys where (user_id, key) in (
      select user_id, key from idempotency_keys where created_at < now() - interval '30 days' order by created_at limit p_most)
    returning 1)
  select count(*) from removed
$$;
