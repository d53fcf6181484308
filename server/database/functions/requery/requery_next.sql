-- When a purchase or a payout without an outcome is asked about next. Up to a fifth of the time until then is added, as chance (0 to 1) has
-- it, so that a supplier's recovery is not met by all at once.
--
--   present time                                    next
--   the age at which it is given up, or later       never: null, staff decide
--   before the last mark                            the next mark after it was sent
--   after it                                        the next full hour after it was sent
--   a second 'not known' would be certain earlier   a second after the moment from which it is
create or replace function requery_next(
  p_sent_at timestamptz, p_first_not_found_at timestamptz, p_quiet interval, p_give_up interval, p_chance float8 default random())
returns timestamptz language plpgsql stable as $$
declare
  certain constant timestamptz := certain_refusal_at(p_sent_at, p_first_not_found_at, p_quiet) + interval '1 second';
  mark interval;
  due timestamptz;
begin
  if now() >= p_sent_at + p_give_up then return null; end if;
  foreach mark in array requery_marks() loop
    due := p_sent_at + mark;
    exit when due > now();
  end loop;
  if due <= now() then
    due := p_sent_at + make_interval(hours => floor(extract(epoch from now() - p_sent_at) / 3600)::int + 1);
  end if;
  due := due + (due - now()) * (p_chance / 5);
  -- Where the clock was set back since: no later than any mark is from now.
  due := least(due, now() + interval '90 minutes');
  if certain > now() then return least(due, certain); end if;
  return due;
end $$;
