-- no transaction
-- What stood in suspense is found without a look at all payments and transfers.
drop index concurrently if exists payments_in_suspense;
create index concurrently payments_in_suspense on payments (transaction_id) where state = 'suspense';
drop index concurrently if exists bank_transfers_in_suspense;
create index concurrently bank_transfers_in_suspense on bank_transfers (id) where state = 'suspense';
