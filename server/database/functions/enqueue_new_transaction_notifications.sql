-- A transaction that is final when it is written leaves a webhook message and push messages in the same commit: no room can forget it.
-- One statement for both kinds, so that nothing runs twice on the way of a purchase.
--   webhook  to the owner's server, when one is registered: every final transaction
--   push     to the owner's devices: money that came in from elsewhere; all else was asked for by the owner a moment ago
create or replace function enqueue_new_transaction_notifications() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with webhooks as (
    insert into webhook_messages (user_id, transaction_id, type, next_try_at)
    select n.user_id, n.id, 'transaction.' || n.status, now()
    from new_rows n
    cross join lateral (select from webhook_endpoints e where e.user_id = n.user_id limit 1) e
    where n.status <> 'pending')
  insert into push_messages (subscription_id, service, transaction_id, status)
  select s.id, s.service, n.id, n.status
  from new_rows n
  cross join lateral (select s.id, s.service from push_subscriptions s where s.user_id = n.user_id order by s.id limit 10) s
  where n.status = 'success' and (n.type = 'referrer'
    -- Received, not sent.
    or (n.type = 'transfer' and n.balance_after > n.balance_before)
    -- Of what is added to a wallet at once, only what came from a bank or out of suspense has a fee.
    or (n.type = 'wallet' and n.fee_kobo is not null));
  return null;
end $$;

create or replace trigger notifications_of_new_transactions after insert on transactions
  referencing new table as new_rows for each statement execute function enqueue_new_transaction_notifications();
