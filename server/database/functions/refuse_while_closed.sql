-- Raises while the shop is closed. Asked before money leaves by another way than a purchase, which has an outcome of its own for it.
create or replace function refuse_while_closed() returns void language plpgsql stable
set search_path = public, pg_temp
as $$
begin
  if is_shop_closed() then
    raise exception 'the shop is closed after a restore' using errcode = 'check_violation', constraint = 'shop_is_open';
  end if;
end $$;
