-- What an API token may still spend today, in Lagos; null without a daily limit, and for a token that is gone: ask `token_works` besides. What
-- came back does not count. Call it while the wallet is locked, in a statement of its own after the lock.
create or replace function token_left(p_token_id bigint, p_user_id bigint) returns bigint language sql stable
as $$
  select k.daily_limit_kobo - coalesce((
    select sum(t.balance_before - t.balance_after) from api_token_spends s join transactions t on t.id = s.transaction_id
    where s.root_id = k.root_id and s.spent_at >= lagos_midnight(now()) and t.status in ('pending', 'success')), 0)::bigint
  from api_tokens k where k.id = p_token_id and k.user_id = p_user_id
$$;
