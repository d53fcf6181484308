-- Refuses entries whose posting does not sum to zero, or has fewer than two of them. One check for all rows of a statement: each
-- posting is written whole, by one statement.
create or replace function refuse_unbalanced_postings() returns trigger language plpgsql as $$
begin
  if exists (select from new_entries group by posting_id having sum(amount) <> 0 or count(*) < 2) then
    raise exception 'a posting does not sum to zero' using errcode = 'check_violation', constraint = 'postings_balance';
  end if;
  return null;
end $$;

create or replace trigger postings_balance after insert on entries
  referencing new table as new_entries for each statement execute function refuse_unbalanced_postings();
