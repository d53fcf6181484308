-- Lets an idempotency key stand for what one of the staff did, in the same commit: for the row in the record of staff.
create or replace function write_staff_key(p_user_id bigint, p_key text, p_request_hash text, p_action_id bigint)
returns void language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if not exists (select from staff_actions where id = p_action_id and actor_id = p_user_id and done_at = now()) then
    raise exception 'user % did not do % of the record of staff just now', p_user_id, p_action_id using errcode = 'insufficient_privilege';
  end if;
  insert into idempotency_keys (user_id, key, request_hash, transaction_id, by_staff)
  values (p_user_id, p_key, p_request_hash, p_action_id, true);
end $$;
