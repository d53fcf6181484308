-- A request of staff ends once, and says afterwards what it said before.
create or replace function refuse_second_end() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if old.state <> 'waiting' then
    raise exception 'request % of staff has ended', old.id using errcode = 'check_violation', constraint = 'staff_requests_end_once';
  end if;
  return new;
end $$;

create or replace trigger staff_requests_end_once before update on staff_requests for each row execute function refuse_second_end();
