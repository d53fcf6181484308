-- A sandbox does not become a live installation, nor the other way round: also the owner of the schema cannot say so.
create or replace function refuse_other_mode() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  raise exception 'the mode of a database never changes' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger installation_keeps_its_mode before update or delete on installation for each statement execute function refuse_other_mode();
create or replace trigger installation_is_not_emptied before truncate on installation for each statement execute function refuse_other_mode();
