-- How long after it was sent a purchase or a payout without an outcome is asked about; then at every full hour. This is the only place where
-- they stand.
create or replace function requery_marks() returns interval[] language sql immutable as $$
  select array['5 seconds', '10 seconds', '20 seconds', '30 seconds', '1 minute', '2 minutes', '5 minutes', '10 minutes', '30 minutes']::interval[]
$$;
