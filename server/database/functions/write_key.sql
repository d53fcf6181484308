-- Lets an idempotency key stand for what its user does, in the same commit: a transaction, a coupon, or money that staff give. Those of
-- purchases are written by open_purchases.
create or replace function write_key(p_user_id bigint, p_key text, p_request_hash text, p_transaction_id bigint)
returns void language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if not exists (select from transactions where id = p_transaction_id and user_id = p_user_id and created_at = now())
    and not exists (
      select from postings where code in ('coupon.issue', 'issue.transfer') and reference = p_transaction_id::text
        and actor_id = p_user_id and posted_at = now()) then
    raise exception 'user % did nothing with the number % just now', p_user_id, p_transaction_id using errcode = 'insufficient_privilege';
  end if;
  insert into idempotency_keys (user_id, key, request_hash, transaction_id)
  values (p_user_id, p_key, p_request_hash, p_transaction_id);
end $$;
