-- What is on its way has a time at which it is asked about next. 0027 looks at the rows that are there.
alter table purchase_attempts add constraint purchase_attempts_are_asked_about check (
  state not in ('sent', 'unknown') or next_check_at is not null) not valid;
alter table withdrawals add constraint withdrawals_are_asked_about check (
  state not in ('sent', 'unknown') or next_check_at is not null) not valid;
