-- For the owner of the database, where the audit found that the sums of transactions are not what the transactions say: they are made anew
-- from the first one on. Meanwhile everything above the mark is added up one by one, so what is shown is right at once.
create or replace function forget_transaction_sums() returns void language plpgsql
set search_path = public, pg_temp
as $$
begin
  -- That of sum_up_transactions.
  perform pg_advisory_xact_lock(7241999);
  delete from transaction_sums;
  delete from summed_users;
  -- What was set apart lies above the mark again and is asked itself; what is being set apart now is forgotten as the sums go by.
  delete from transactions_apart;
  update transaction_sums_mark set up_to_id = 0;
end $$;
