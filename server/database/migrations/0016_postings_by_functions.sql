-- The functions that write the books find the accounts that they move by themselves: they run as the owner of the tables, and take
-- nothing from their caller that they can look up.
drop function if exists open_purchases(json, bigint, interval, interval);
drop function if exists settle_purchases(json, bigint, bigint, interval);
drop function if exists settle_other_outcomes(json, int[], bigint, bigint, interval);
