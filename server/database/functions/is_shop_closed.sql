-- Whether nothing may be sold or sent, since a restore to the past is not settled: the books may not have what was spent since.
create or replace function is_shop_closed() returns boolean language sql stable
set search_path = public, pg_temp
as $$
  select exists (select from recoveries where opened_at is null)
$$;
