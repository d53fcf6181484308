-- no transaction
-- The transfer that was received is found by the one that was sent: of a new posting, without a look at all transactions.
drop index concurrently if exists transfers_received;
create index concurrently transfers_received on transactions (related_id) where type = 'transfer';
