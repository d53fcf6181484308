-- no transaction
-- What refunds by staff have cost is summed without a look at all transactions.
drop index concurrently if exists transactions_refunded;
create index concurrently transactions_refunded on transactions (supplier) where status = 'refunded';
