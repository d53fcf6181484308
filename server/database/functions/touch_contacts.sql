-- Buying for a saved number counts as using it. In the commit of the purchase, for a whole batch at once; a contact that somebody
-- else is changing at this moment is left to them, so that no sale waits for a nickname.
create or replace function touch_contacts() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update contacts c set last_used_at = now()
  from (
    select k.id from new_rows n join contacts k on k.user_id = n.user_id and k.phone = n.recipient
    where n.recipient is not null and n.type in ('data', 'airtime') and k.deleted_at is null
    for update of k skip locked) used
  where c.id = used.id;
  return null;
end $$;

create or replace trigger contacts_are_touched after insert on transactions
  referencing new table as new_rows for each statement execute function touch_contacts();
