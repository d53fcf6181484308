-- Whether what a hook tells of is not settled: nobody acted upon it, its payment may still be paid or disputed, or the money is in suspense.
create or replace function is_open_hook(p_hook hook_events) returns boolean language plpgsql stable
set search_path = public, pg_temp
as $$
begin
  -- A hook that only says of which payment it is has a reference and is not handled: its payment is.
  if p_hook.reference is null and p_hook.handled_at is null then return true; end if;
  if exists (
    select from payments p where p.reference = p_hook.reference
      and (p.state = 'initiated' or p.next_check_at is not null or is_open_business(p.transaction_id)
        or p.state = 'suspense' and is_undecided(p.gateway, p.reference)))
  then return true; end if;
  if p_hook.reference is not null then return false; end if;
  -- The hook of a bank has the reference of the transfer in its body alone; the commit that acted upon it recorded the transfer.
  return exists (
      select from bank_transfers b where b.state = 'suspense' and b.provider = p_hook.provider and b.received_at = p_hook.handled_at
        and strpos(p_hook.body, b.provider_reference) > 0 and is_undecided(b.provider, b.provider_reference))
    or exists (
      select from disputes d join bank_transfers b on b.transaction_id = d.transaction_id
      where d.state <> 'closed' and b.provider = p_hook.provider and b.received_at = p_hook.handled_at and strpos(p_hook.body, b.provider_reference) > 0);
end $$;
