-- What the maker of a transaction wrote on it. Keys are forgotten after a month; this stays with the transaction.
alter table transactions add column client_reference text, add column metadata json;
comment on column transactions.client_reference is
  'The maker''s own name of the transaction: the field, else the key of the request. Not unique.';
comment on column transactions.metadata is
  'An object of the maker''s own, as it came: at most 1,024 bytes, shown again and never searched.';

-- What open_purchases works on. purchase_opening stays beside it for a program of before, which may still serve while this one starts.
create type purchase_to_open as (
  n int, wallet bigint, user_id bigint, key text, request_hash text, force boolean, reference text, type text, network text,
  product text, description text, recipient text, plan_id int, price bigint, face_value bigint, cost bigint, volume_mb bigint,
  supplier text, client_reference text, metadata json,
  id bigint, posting_id bigint, balance_before bigint, balance_after bigint, version bigint);
