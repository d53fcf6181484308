-- A settlement says what was heard, and since when it is true; whether it is certain, and when to ask again, is decided by the functions that
-- write it.
drop function if exists settle_purchases(purchase_to_settle[], interval);
drop function if exists settle_other_outcomes(purchase_to_settle[], int[], interval);
alter type purchase_to_settle drop attribute if exists next_check_at, add attribute asked_at timestamptz;
