-- How long after a delivery its supplier is asked whether it took the delivery back, and after a payout the bank; and as long after a
-- refusal of what they did not know whether they have it after all. This is the only place where they stand; docs/money.md shows them,
-- which a test compares.
create or replace function return_check_marks(p_kind text) returns interval[] language sql immutable as $$
  select case p_kind
    when 'purchase' then array['1 minute', '10 minutes', '1 hour', '6 hours', '24 hours']::interval[]
    when 'withdrawal' then array['10 minutes', '1 hour', '6 hours', '24 hours', '72 hours']::interval[]
  end
$$;
