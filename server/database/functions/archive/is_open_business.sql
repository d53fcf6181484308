-- Whether anything about a transaction may still change by itself or waits for somebody: what was answered about it stays then.
create or replace function is_open_business(p_transaction_id bigint) returns boolean language sql stable
set search_path = public, pg_temp
as $$
  select exists (select from transactions t where t.id = p_transaction_id and t.status = 'pending')
    or exists (
      select from purchase_attempts a where a.transaction_id = p_transaction_id
        and (a.state in ('sent', 'unknown', 'manual') or a.next_check_at is not null or a.return_check_at is not null
          or a.disputed_at > a.answered_at and a.decided_at is null))
    or exists (
      select from withdrawals w where w.transaction_id = p_transaction_id
        and (w.state in ('held', 'sent', 'unknown', 'manual') or w.next_check_at is not null or w.return_check_at is not null))
    or exists (select from disputes d where d.transaction_id = p_transaction_id and d.state <> 'closed')
    or exists (
      select from staff_requests r where r.state = 'waiting' and r.expires_at > now() and r.params->>'id' = p_transaction_id::text)
$$;
