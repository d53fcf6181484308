-- What one member of staff, or a coupon vendor, may do in a day where that is less than the settings let everybody.
create table staff_limits (
  user_id bigint not null references users,
  kind text not null check (kind in ('issue', 'coupons', 'refund', 'decide')),
  limit_kobo bigint not null check (limit_kobo >= 0),
  primary key (user_id, kind)
);
comment on table staff_limits is 'Own daily limits of staff and coupon vendors; without a row the setting holds, and with one the smaller of both.';
