-- A coupon may have an end: after it nobody redeems it, and its money returns to whoever paid, as if it were voided, by nobody. The next
-- migration looks at the rows that are there.
alter table coupons
  add column expires_at timestamptz,
  add constraint coupons_expire_later check (expires_at > created_at) not valid,
  add constraint ended_coupons_say_by_whom check (
    case
      when voided_at is null then num_nonnulls(voided_by, void_reason, void_transaction_id) = 0
      when voided_by is null then coalesce(expires_at <= voided_at, false) and void_reason is null
      else true
    end
    and (void_transaction_id is not null) = (voided_at is not null and paid_from = 'wallet')) not valid,
  drop constraint void_coupons_say_by_whom;
insert into mail_kinds values ('coupon_expired');
