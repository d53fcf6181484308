-- The day that it is in Lagos at an instant.
create or replace function lagos_day(at timestamptz) returns date language sql immutable parallel safe as $$
  select (at at time zone 'Africa/Lagos')::date
$$;
