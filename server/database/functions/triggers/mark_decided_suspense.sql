-- Marks the payment or the bank transfer that is decided about, in the commit of the decision, so that what is open is found without it.
create or replace function mark_decided_suspense() returns trigger language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  v_reference constant text := (select reference from postings where id = new.posting_id);
  v_from constant text := split_part(v_reference, ':', 1);
  v_there constant text := substr(v_reference, strpos(v_reference, ':') + 1);
begin
  update bank_transfers set decided_at = new.decided_at where provider = v_from and provider_reference = v_there and state = 'suspense';
  update payments set decided_at = new.decided_at where gateway = v_from and reference = v_there and state = 'suspense';
  return null;
end $$;

create or replace trigger decided_suspense_is_marked after insert on suspense_decisions
  for each row execute function mark_decided_suspense();
