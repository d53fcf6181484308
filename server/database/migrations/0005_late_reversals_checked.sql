-- Reads both tables, while they are in use.
alter table purchase_attempts validate constraint purchase_attempts_state_check;
alter table withdrawals validate constraint withdrawals_state_check;
