-- Raises while a restore to the past is not settled: the books may not have what was spent since. Asked by the functions that let money
-- leave, once for all that they write.
create or replace function refuse_while_closed() returns void language plpgsql stable
set search_path = public, pg_temp
as $$
begin
  if exists (select from recoveries where opened_at is null) then
    raise exception 'the shop is closed after a restore' using errcode = 'check_violation', constraint = 'shop_is_open';
  end if;
end $$;
