-- The instant at which the day began that it is in Lagos at another. Lagos is at UTC+1 all year (contract/src/lagos-time.ts).
create or replace function lagos_midnight(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_trunc('day', at at time zone 'Africa/Lagos') at time zone 'Africa/Lagos'
$$;
