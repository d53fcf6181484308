-- What has left a wallet since midnight in Lagos, as `spent_since` counts it.
create or replace function spent_today(p_user_id bigint) returns bigint language sql stable
as $$ select spent_since(p_user_id, lagos_midnight(now())) $$;
