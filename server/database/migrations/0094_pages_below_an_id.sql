-- Its successor also takes the id that a page lies below.
drop function if exists page_of_transactions(bigint, text, text, date, date, integer, integer);
