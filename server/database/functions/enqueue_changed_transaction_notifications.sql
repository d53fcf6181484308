-- A transaction whose status changes leaves a webhook message and push messages in the same commit: no room can forget it.
--   webhook  to the owner's server, when one is registered: every change of status
--   push     to the owner's devices: an end that came more than a second after the beginning. What ends sooner ends before the eyes of
--            whoever began it, and costs no look at the devices; what the answer to a longer request said is sorted out by the job that
--            sends the notices. That a card payment came to nothing is no news: whoever made it was there, and whoever did not make it
--            knows.
create or replace function enqueue_changed_transaction_notifications() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- Most batches are of nobody who listens: they do not pay for the statement below.
  perform from new_rows n
  left join lateral (select true as is_notified from webhook_endpoints e where e.user_id = n.user_id limit 1) e on true
  left join lateral (
    select true as is_notified from push_subscriptions s
    where n.created_at < now() - interval '1 second' and s.user_id = n.user_id limit 1) s on true
  where e.is_notified or s.is_notified limit 1;
  if not found then return null; end if;

  with webhooks as (
    insert into webhook_messages (user_id, transaction_id, type, next_try_at)
    select n.user_id, n.id, 'transaction.' || n.status, now()
    from new_rows n
    cross join lateral (select from webhook_endpoints e where e.user_id = n.user_id limit 1) e
    cross join lateral (select from old_rows o where o.id = n.id and o.status <> n.status limit 1) o)
  insert into push_messages (subscription_id, service, transaction_id, status)
  select s.id, s.service, n.id, n.status
  from (select * from new_rows n where n.created_at < now() - interval '1 second' and n.status <> 'pending'
    and not (n.type = 'wallet' and n.status = 'failed')) n
  cross join lateral (select s.id, s.service from push_subscriptions s where s.user_id = n.user_id order by s.id limit 10) s
  cross join lateral (select from old_rows o where o.id = n.id and o.status <> n.status limit 1) o;
  return null;
end $$;

create or replace trigger notifications_of_changed_transactions after update on transactions
  referencing old table as old_rows new table as new_rows for each statement execute function enqueue_changed_transaction_notifications();
