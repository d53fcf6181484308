-- A coupon that nobody redeemed can be voided: its money returns to whoever paid. Until it ends its code is kept, sealed, so that its
-- maker can see it again. The next migration looks at the rows that are there.
alter table coupons
  -- Null of an ended one, and of those from before codes were kept.
  add column sealed_code bytea,
  add column voided_at timestamptz,
  add column voided_by bigint,
  add column void_reason text,
  -- What shows the money to a vendor whose wallet it returned to.
  add column void_transaction_id bigint,
  add constraint coupons_voided_by_fkey foreign key (voided_by) references users not valid,
  add constraint coupons_end_once check (redeemed_at is null or voided_at is null) not valid,
  add constraint ended_coupons_keep_no_code check (sealed_code is null or redeemed_at is null and voided_at is null) not valid,
  add constraint void_coupons_say_by_whom check (
    (voided_at is null) = (voided_by is null)
    and (void_transaction_id is not null) = (voided_at is not null and paid_from = 'wallet')
    and (voided_at is not null or void_reason is null)) not valid;
comment on table coupons is 'Codes that one user may redeem for money, until they are redeemed or voided.';
insert into mail_kinds values ('coupon_voided');

-- Renamed, so that it guards until the functions, which run after all migrations, make it anew to look at both ends. A new database has none.
do $$
begin
  if exists (select from pg_trigger where tgrelid = 'coupons'::regclass and tgname = 'coupons_are_redeemed_once') then
    alter trigger coupons_are_redeemed_once on coupons rename to coupons_end_once;
  end if;
end $$;
