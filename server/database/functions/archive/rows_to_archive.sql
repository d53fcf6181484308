-- What the archive does with rows of these ids, by the midnight of Lagos so many days ago:
--
--   fate    meaning
--   ahead   younger: so is all that comes after it
--   none    nothing was answered, or it is archived
--   open    what it belongs to is open, or something was answered later
--   due     it goes into a file
create or replace function rows_to_archive(p_kind text, p_ids bigint[], p_days int)
returns table (id bigint, part int, day date, fate text, body text, facts json) language plpgsql stable
set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  before constant timestamptz := lagos_midnight(now()) - make_interval(days => p_days);
begin
  case p_kind
  when 'supplier_answers' then
    return query select a.transaction_id, a.attempt::int, lagos_day(a.sent_at),
        case when a.attempt = 1 and a.sent_at >= before then 'ahead' when a.raw is null then 'none'
          when greatest(a.sent_at, a.answered_at, a.disputed_at, a.decided_at) >= before or is_open_business(a.transaction_id) then 'open' else 'due' end,
        a.raw,
        json_build_object('supplier', a.supplier, 'supplierId', a.supplier_id, 'state', a.state, 'sentAt', a.sent_at, 'answeredAt', a.answered_at)
      from purchase_attempts a where a.transaction_id = any(p_ids) order by 1, 2;
  when 'bank_answers' then
    return query select w.transaction_id, 1, lagos_day(coalesce(w.sent_at, w.enquired_at)),
        case when w.enquired_at >= before then 'ahead' when w.raw is null then 'none'
          when greatest(w.sent_at, w.answered_at) >= before or is_open_business(w.transaction_id) then 'open' else 'due' end,
        w.raw,
        json_build_object('provider', w.provider, 'reference', w.reference, 'providerReference', w.provider_reference, 'state', w.state,
          'sentAt', w.sent_at, 'answeredAt', w.answered_at)
      from withdrawals w where w.transaction_id = any(p_ids) order by 1;
  when 'hook_bodies' then
    return query select h.id, 1, lagos_day(h.received_at),
        case when h.received_at >= before then 'ahead' when h.body is null then 'none'
          when h.handled_at >= before or is_open_hook(h) then 'open' else 'due' end,
        h.body,
        json_build_object('provider', h.provider, 'reference', h.reference, 'bodyHash', h.body_hash, 'receivedAt', h.received_at,
          'handledAt', h.handled_at)
      from hook_events h where h.id = any(p_ids) order by 1;
  end case;
end $$;
