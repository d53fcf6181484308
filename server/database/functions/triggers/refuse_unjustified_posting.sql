-- Refuses, when it is committed, a posting that does not move what the row behind it says: as expected_legs reads it. The functions of
-- purchases write a posting together with its row, many at once, so theirs are left to the audit of the books. And refuses what staff do
-- with a wallet of their own.
create or replace function refuse_unjustified_posting() returns trigger language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if exists (
    select from (
      select kind, name, owner_id, amount from expected_legs(new.code, new.reference)
      union all
      select a.kind, a.name, a.user_id, -e.amount from entries e join accounts a on a.id = e.account_id where e.posting_id = new.id) s
    group by kind, name, owner_id having sum(amount) <> 0) then
    raise exception 'posting % % does not follow from a row', new.code, new.reference
      using errcode = 'check_violation', constraint = 'postings_follow_from_rows';
  end if;
  if new.code in ('issue.transfer', 'purchase.refund', 'suspense.credit', 'debit.clawback', 'debit.chargeback') and exists (
    select from entries e join accounts a on a.id = e.account_id where e.posting_id = new.id and a.user_id = new.actor_id) then
    raise exception 'posting % % is for the one who made it', new.code, new.reference
      using errcode = 'check_violation', constraint = 'staff_postings_are_for_others';
  end if;
  return null;
end $$;

-- A constraint trigger cannot be replaced.
drop trigger if exists postings_follow_from_rows on postings;
create constraint trigger postings_follow_from_rows after insert on postings deferrable initially deferred for each row
  when (new.code not in (
    'purchase.open', 'purchase.deliver', 'purchase.return', 'purchase.reverse', 'purchase.late_vend', 'purchase.late_reverse',
    'purchase.recover'))
  execute function refuse_unjustified_posting();
