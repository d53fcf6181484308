-- Refuses whatever spends or pays out while a restore to the past is not settled: the books may not have what was spent since.
create or replace function refuse_while_closed() returns trigger language plpgsql as $$
begin
  if exists (select from recoveries where opened_at is null)
    and exists (select from new_postings where code in (
      'purchase.open', 'withdraw.open', 'transfer', 'coupon.issue', 'coupon.redeem', 'upgrade.fee', 'earning.withdraw'))
  then
    raise exception 'the shop is closed after a restore' using errcode = 'check_violation', constraint = 'shop_is_open';
  end if;
  return null;
end $$;

create or replace trigger shop_is_open after insert on postings
  referencing new table as new_postings for each statement execute function refuse_while_closed();
