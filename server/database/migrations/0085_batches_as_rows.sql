-- A batch comes as an array of rows, which the database reads in a third of the time of a JSON document. The attributes are named, in their
-- order, in server/src/slices/purchases/open.ts and settle.ts.
drop function if exists open_purchases(json, interval, interval);
drop function if exists settle_purchases(json, interval);
drop function if exists settle_other_outcomes(json, int[], interval);

alter type purchase_to_settle
  add attribute not_found boolean, add attribute is_delivered boolean, add attribute asked_since_reversal boolean,
  add attribute next_check_at timestamptz, add attribute next_supplier text, add attribute refund_reference text;
