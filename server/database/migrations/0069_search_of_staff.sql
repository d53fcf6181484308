-- no transaction
-- What staff search by, each found by an index among millions. A purchase is settled often and its row of transactions has no index on
-- what settling changes, so that this stays cheap: what suppliers call it is looked up among the attempts.
drop index concurrently if exists purchase_attempts_of_supplier_id;
create index concurrently purchase_attempts_of_supplier_id on purchase_attempts (supplier_id) where supplier_id is not null;
drop index concurrently if exists payments_of_provider_reference;
create index concurrently payments_of_provider_reference on payments (provider_reference) where provider_reference is not null;
drop index concurrently if exists withdrawals_of_provider_reference;
create index concurrently withdrawals_of_provider_reference on withdrawals (provider_reference) where provider_reference is not null;
drop index concurrently if exists bank_transfers_of_provider_reference;
create index concurrently bank_transfers_of_provider_reference on bank_transfers (provider_reference);
-- Thousands of purchases cost the same: the newest of a sum stand together.
drop index concurrently if exists transactions_of_amount;
create index concurrently transactions_of_amount on transactions (amount_kobo, id desc);
-- An address, a whole name and a last name by how they begin, in an order that needs no sorting.
drop index concurrently if exists users_by_email_beginning;
create index concurrently users_by_email_beginning on users (email text_pattern_ops);
drop index concurrently if exists users_by_full_name_beginning;
create index concurrently users_by_full_name_beginning on users (lower(full_name) text_pattern_ops);
drop index concurrently if exists users_by_last_name_beginning;
create index concurrently users_by_last_name_beginning on users (lower(regexp_replace(full_name, '^.*\s', '')) text_pattern_ops);
