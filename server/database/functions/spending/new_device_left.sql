-- What may still leave a wallet from new devices of its owner, or as long as nobody proved the account to be theirs: of which `p_cap` may leave within so many hours; below zero where the cap was
-- more before. What came back does not count. Call it while the wallet is locked, in a statement of its own after the lock.
create or replace function new_device_left(p_user_id bigint, p_cap bigint, p_hours integer) returns bigint language sql stable
as $$
  select p_cap - coalesce((
    select sum(t.balance_before - t.balance_after) from new_device_sends s join transactions t on t.id = s.transaction_id
    where s.user_id = p_user_id and s.sent_at > now() - make_interval(hours => p_hours) and t.status in ('pending', 'success')), 0)::bigint
$$;
