-- no transaction
-- Reads the table, while it is in use.
alter table coupons validate constraint coupons_expire_later;
alter table coupons validate constraint ended_coupons_say_by_whom;
drop index concurrently if exists coupons_to_expire;
create index concurrently coupons_to_expire on coupons (expires_at) where redeemed_at is null and voided_at is null and expires_at is not null;
-- The lists, each state by itself: what expired was voided by nobody.
drop index concurrently if exists coupons_of_maker_by_end;
create index concurrently coupons_of_maker_by_end on coupons (maker_id, (case when redeemed_at is not null then 'redeemed'
  when voided_by is not null then 'voided' when voided_at is not null then 'expired' else 'open' end), id);
drop index concurrently if exists coupons_by_end;
create index concurrently coupons_by_end on coupons ((case when redeemed_at is not null then 'redeemed'
  when voided_by is not null then 'voided' when voided_at is not null then 'expired' else 'open' end), id);
drop index concurrently if exists coupons_of_maker_by_state;
drop index concurrently if exists coupons_by_state;
