-- no transaction
-- By the reference first: staff look for one without knowing whose it is. The id gives the newest of many that are called the same.
drop index concurrently if exists transactions_of_client_reference;
create index concurrently transactions_of_client_reference on transactions (client_reference, user_id, id desc)
  where client_reference is not null;
