-- Removes records of what staff looked at that are older than so many days, so many of them. Gives how many it were.
create or replace function remove_old_staff_reads(p_days int, p_most int) returns bigint language sql security definer
set search_path = public, pg_temp
as $$
  with removed as (
    delete from staff_reads where id in (
      select id from staff_reads where happened_at < now() - make_interval(days => p_days) order by happened_at limit p_most)
    returning 1)
  select count(*) from removed
$$;
