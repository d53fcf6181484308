-- Keeps what banks and hooks said for thirty days at least, and until a file has it, whatever a setting or the owner of the schema says. No
-- text at all is no word: it takes the place of none.
create or replace function refuse_early_clearing() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
declare
  said_at timestamptz;
  is_emptied boolean;
begin
  if tg_table_name = 'withdrawals' then
    is_emptied := new.raw = '';
    said_at := greatest(old.enquired_at, old.sent_at, old.answered_at);
  else
    is_emptied := new.body = '';
    said_at := greatest(old.received_at, old.handled_at);
  end if;
  if is_emptied then
    raise exception 'what is said in % is not emptied', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  if said_at > now() - interval '30 days' then
    raise exception 'what is said in % is kept for thirty days at least', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  if new.archive_file_id is not distinct from old.archive_file_id then
    raise exception 'what is said in % goes into a file of the archive first', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace trigger answers_of_banks_stay before update of raw on withdrawals for each row
  when (old.raw is not null and new.raw is null or old.raw <> '' and new.raw = '') execute function refuse_early_clearing();
create or replace trigger bodies_of_hooks_stay before update of body on hook_events for each row
  when (old.body is not null and new.body is null or old.body <> '' and new.body = '') execute function refuse_early_clearing();
