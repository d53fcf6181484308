-- Reads the table, while it is in use.
alter table purchase_attempts validate constraint purchase_attempts_state_check;
