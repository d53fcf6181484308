-- Reads the tables, while they are in use.
alter table purchase_attempts validate constraint purchase_attempts_are_asked_about;
alter table withdrawals validate constraint withdrawals_are_asked_about;
