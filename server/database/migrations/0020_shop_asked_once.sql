-- Only functions write postings: they ask whether the shop is open, once for many, instead of a trigger at each statement.
drop trigger if exists shop_is_open on postings;
drop function if exists refuse_while_closed();
