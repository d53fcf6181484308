-- What an API token may still spend of its limit for 24 hours; null without one, and for a token that is gone: ask `token_works` besides. What
-- came back does not count; but where the sums of hours, which have it and the whole of the oldest hour, leave what is wanted now, their answer will do: it takes
-- 25 rows, not all that the token bought. Call it while the wallet is locked, in a statement of its own after the lock.
create or replace function token_left(p_token_id bigint, p_user_id bigint, p_wanted bigint) returns bigint language plpgsql stable
as $$
declare
  v_root bigint;
  v_limit bigint;
  v_left bigint;
begin
  select k.root_id, k.daily_limit_kobo into v_root, v_limit from api_tokens k where k.id = p_token_id and k.user_id = p_user_id;
  if v_limit is null then
    return null;
  end if;
  select v_limit - coalesce(sum(h.taken_kobo), 0) into v_left from api_token_hours h
  where h.root_id = v_root and h.hour >= date_trunc('hour', now() - interval '24 hours', 'UTC');
  if v_left >= p_wanted then
    return v_left;
  end if;
  return v_limit - coalesce((
    select sum(t.balance_before - t.balance_after) from api_token_spends s join transactions t on t.id = s.transaction_id
    where s.root_id = v_root and s.spent_at > now() - interval '24 hours' and t.status in ('pending', 'success')), 0);
end $$;
