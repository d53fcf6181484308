-- A late delivery that is taken back has an end of its own. The longer list holds for every row that the shorter one held for, so nothing
-- has to be read again.
alter table purchase_attempts drop constraint purchase_attempts_state_check;
alter table purchase_attempts add constraint purchase_attempts_state_check
  check (state in ('sent', 'unknown', 'manual', 'delivered', 'refused', 'reversed', 'delivered_late', 'reversed_late')) not valid;
alter table withdrawals drop constraint withdrawals_state_check;
alter table withdrawals add constraint withdrawals_state_check
  check (state in ('sent', 'unknown', 'manual', 'delivered', 'refused', 'reversed', 'delivered_late', 'reversed_late')) not valid;
