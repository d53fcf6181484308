-- Whether an API token still opens anything: neither its owner's end of it nor the end of a rotated one has come.
create or replace function token_works(p_token api_tokens) returns boolean language sql stable
as $$ select coalesce(least(p_token.ends_at, p_token.expires_at) > now(), true) $$;
