-- A key of staff stands for what they did, of which there need not be a transaction: for the row in the record of staff.
alter table idempotency_keys add column by_staff boolean not null default false;
comment on table idempotency_keys is 'A key belongs to one user and one request, for 30 days. With by_staff, transaction_id is the id of a row of staff_actions.';
