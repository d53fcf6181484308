-- no transaction
-- A payment that is on its way has a time at which its gateway is asked next, as purchases and withdrawals have. The rows that are there are
-- looked at while the table is in use; one without such a time, which the audit alone would have found, is asked about now.
update payments set next_check_at = now() where state = 'initiated' and next_check_at is null;
alter table payments drop constraint if exists payments_are_asked_about;
alter table payments add constraint payments_are_asked_about check (state <> 'initiated' or next_check_at is not null) not valid;
alter table payments validate constraint payments_are_asked_about;
