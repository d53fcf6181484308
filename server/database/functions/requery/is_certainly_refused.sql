-- Whether 'I do not know this reference', said now, is a certain refusal: said before, and both the last sending and that first answer lie a
-- quiet time back.
create or replace function is_certainly_refused(p_sent_at timestamptz, p_first_not_found_at timestamptz, p_quiet interval)
returns boolean language sql stable as $$
  select coalesce(now() >= certain_refusal_at(p_sent_at, p_first_not_found_at, p_quiet), false)
$$;
