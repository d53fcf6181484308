-- Keeps what happened to accounts, and who looked at them, for thirty days at least, whatever a setting or the owner of the schema says.
create or replace function refuse_early_removal() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if old.happened_at > now() - interval '30 days' then
    raise exception '% is kept for thirty days at least', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create or replace trigger staff_reads_stay before delete on staff_reads for each row execute function refuse_early_removal();
create or replace trigger security_events_stay before delete on security_events for each row execute function refuse_early_removal();
