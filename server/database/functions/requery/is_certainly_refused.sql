-- Whether 'I do not know this reference' is a certain refusal: said before, and both the last sending and that first answer lie a quiet time
-- before the supplier or bank was asked for this one. Not before it is written down: an answer may have waited for the database.
create or replace function is_certainly_refused(
  p_sent_at timestamptz, p_first_not_found_at timestamptz, p_quiet interval, p_asked_at timestamptz)
returns boolean language sql stable as $$
  select coalesce(p_asked_at >= certain_refusal_at(p_sent_at, p_first_not_found_at, p_quiet), false)
$$;
