-- A transaction that is final when it is written leaves a webhook message and push messages in the same commit: no room can forget it.
--   webhook  to the owner's server, when one is registered: every final transaction
--   push     to the owner's devices: money that came in from elsewhere; all else was asked for by the owner a moment ago
-- For each row, and only for final ones: those are written one or two at a time, and the purchases of a batch, which are not, cost nothing.
create or replace function enqueue_new_transaction_notifications() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into webhook_messages (user_id, transaction_id, type, next_try_at)
  select new.user_id, new.id, 'transaction.' || new.status, now()
  where exists (select from webhook_endpoints e where e.user_id = new.user_id);
  if new.status = 'success' and (new.type = 'referrer'
    -- Received, not sent.
    or (new.type = 'transfer' and new.balance_after > new.balance_before)
    -- Of what is added to a wallet at once, only what came from a bank or out of suspense has a fee.
    or (new.type = 'wallet' and new.fee_kobo is not null)) then
    insert into push_messages (subscription_id, service, transaction_id, status)
    select s.id, s.service, new.id, new.status from push_subscriptions s where s.user_id = new.user_id order by s.id limit 10;
  end if;
  return null;
end $$;

create or replace trigger notifications_of_new_transactions after insert on transactions
  for each row when (new.status <> 'pending') execute function enqueue_new_transaction_notifications();
