-- Shows what came back of a purchase or a withdrawal, in the commit of its posting and after it: record_refund for one alone.
create or replace function refund_transaction(
  p_id bigint, p_related_id bigint, p_reference text, p_balance_before bigint, p_balance_after bigint)
returns void language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from transactions t
    where t.id = p_related_id and t.type in ('data', 'airtime', 'electricity', 'withdraw') and t.status in ('failed', 'refunded')
      and is_movement(t.user_id, p_balance_before, p_balance_after)) then
    raise exception 'nothing of transaction % came back', p_related_id using errcode = 'insufficient_privilege';
  end if;
  perform record_refund(p_id, p_related_id, p_reference, p_balance_before, p_balance_after, null);
end $$;
