-- Refuses that what is on its way is asked about later than any schedule has it, as the audit finds it (longestWaits in
-- server/src/ledger/transaction-rules.ts). Compared with the clock and not with when it was sent: a hint makes it due however old it is.
-- The condition alone runs on the way of a purchase, and after the row is written, so that nothing has to be locked for it.
create or replace function refuse_late_question() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  raise exception 'a row of % would be asked about only at %', tg_table_name, new.next_check_at
    using errcode = 'check_violation', constraint = tg_name;
end $$;

create or replace trigger purchase_attempts_are_asked_in_time after insert or update of next_check_at on purchase_attempts
  for each row when (new.next_check_at > now() + interval '2 hours') execute function refuse_late_question();
create or replace trigger withdrawals_are_asked_in_time after insert or update of next_check_at on withdrawals
  for each row when (new.next_check_at > now() + interval '2 hours') execute function refuse_late_question();
create or replace trigger payments_are_asked_in_time after insert or update of next_check_at on payments
  for each row when (new.next_check_at > now() + interval '25 hours') execute function refuse_late_question();
