-- A member of a batch, as settle_purchases reads it.
create type purchase_to_settle as (
  n int, transaction_id bigint, attempt smallint, outcome text, supplier_id text, message text, raw text, tokens text[], units text);
