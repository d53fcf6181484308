-- no transaction
-- With the status in an index, each change of it wrote all indexes of the table again. Refunds are found by their postings.
drop index concurrently if exists transactions_refunded;
