-- no transaction
-- Reads the table, while it is in use.
alter table coupons validate constraint coupons_voided_by_fkey;
alter table coupons validate constraint coupons_end_once;
alter table coupons validate constraint ended_coupons_keep_no_code;
alter table coupons validate constraint void_coupons_say_by_whom;
drop index concurrently if exists coupons_void_transaction;
create unique index concurrently coupons_void_transaction on coupons (void_transaction_id) where void_transaction_id is not null;
drop index concurrently if exists coupons_with_code;
create index concurrently coupons_with_code on coupons (id) where sealed_code is not null;
-- The lists of makers, and of admins: each state by itself, else the few of one lie far apart among many of another.
drop index concurrently if exists coupons_of_maker_by_id;
create index concurrently coupons_of_maker_by_id on coupons (maker_id, id);
drop index concurrently if exists coupons_of_owner;
create index concurrently coupons_of_owner on coupons (owner_id, id);
drop index concurrently if exists coupons_of_maker_by_state;
create index concurrently coupons_of_maker_by_state on coupons (maker_id, (case when redeemed_at is not null then 'redeemed'
  when voided_at is not null then 'voided' else 'open' end), id);
drop index concurrently if exists coupons_by_state;
create index concurrently coupons_by_state on coupons ((case when redeemed_at is not null then 'redeemed'
  when voided_at is not null then 'voided' else 'open' end), id);
-- The one that a mail is about, by the time of its commit.
drop index concurrently if exists coupons_voided;
create index concurrently coupons_voided on coupons (voided_at) where voided_at is not null;
