-- no transaction
-- Reads the table, while it is in use.
alter table withdrawals validate constraint withdrawals_state_check;
alter table withdrawals validate constraint withdrawals_are_sent_or_held;
drop index concurrently if exists withdrawals_held;
create index concurrently withdrawals_held on withdrawals (transaction_id) where state = 'held';
