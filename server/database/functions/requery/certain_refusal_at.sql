-- From when on 'I do not know this reference' is a certain refusal of what was sent then: a quiet time after the last sending and after that
-- was said first. Null while it was not said.
create or replace function certain_refusal_at(p_sent_at timestamptz, p_first_not_found_at timestamptz, p_quiet interval)
returns timestamptz language sql stable as $$
  select case when p_first_not_found_at is not null then greatest(p_sent_at, p_first_not_found_at) + p_quiet end
$$;
