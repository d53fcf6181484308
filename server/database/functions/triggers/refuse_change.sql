-- Keeps a table append-only, also for the owner of the schema.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: correct by a new posting', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create or replace trigger entries_are_append_only before update or delete on entries for each statement execute function refuse_change();
create or replace trigger entries_are_not_emptied before truncate on entries for each statement execute function refuse_change();
create or replace trigger postings_are_append_only before update or delete on postings for each statement execute function refuse_change();
create or replace trigger postings_are_not_emptied before truncate on postings for each statement execute function refuse_change();
create or replace trigger staff_actions_are_append_only before update or delete on staff_actions for each statement execute function refuse_change();
create or replace trigger staff_actions_are_not_emptied before truncate on staff_actions for each statement execute function refuse_change();
create or replace trigger recorded_rights_are_append_only before update or delete on recorded_rights for each statement execute function refuse_change();
create or replace trigger recorded_rights_are_not_emptied before truncate on recorded_rights for each statement execute function refuse_change();
create or replace trigger standings_are_append_only before update or delete on standings for each statement execute function refuse_change();
create or replace trigger standings_are_not_emptied before truncate on standings for each statement execute function refuse_change();
create or replace trigger seals_are_append_only before update or delete on seals for each statement execute function refuse_change();
create or replace trigger seals_are_not_emptied before truncate on seals for each statement execute function refuse_change();
create or replace trigger suspense_decisions_are_append_only before update or delete on suspense_decisions for each statement execute function refuse_change();
create or replace trigger suspense_decisions_are_not_emptied before truncate on suspense_decisions for each statement execute function refuse_change();
create or replace trigger debits_are_append_only before update or delete on debits for each statement execute function refuse_change();
create or replace trigger debits_are_not_emptied before truncate on debits for each statement execute function refuse_change();
create or replace trigger staff_reads_are_append_only before update on staff_reads for each statement execute function refuse_change();
create or replace trigger staff_reads_are_not_emptied before truncate on staff_reads for each statement execute function refuse_change();
create or replace trigger security_events_are_append_only before update on security_events for each statement execute function refuse_change();
create or replace trigger security_events_are_not_emptied before truncate on security_events for each statement execute function refuse_change();
