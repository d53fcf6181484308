-- To be called before a transaction changes that has ended, in the commit of the change: what the sums have of it is put aside, and from
-- then on it counts as it stands. Whether the sums have it by now is asked by whoever adds up. Writes nothing where it is pending.
create or replace function set_transaction_apart(p_id bigint) returns void language plpgsql
set search_path = public, pg_temp
as $$
begin
  -- The state that is put aside is the one that the change starts from.
  perform from transactions where id = p_id for update;
  insert into transactions_apart (transaction_id, is_summed, user_id, day, type, status, network, sales, volume_mb, revenue_kobo, debit_kobo,
    credit_kobo, profit_kobo)
  select t.id, true, t.user_id, f.day, t.type, t.status, f.network_or_empty, f.sales, f.volume_mb, f.revenue_kobo, f.debit_kobo,
    f.credit_kobo, f.profit_kobo
  from transactions t cross join lateral transaction_facts(t) f where t.id = p_id and t.status <> 'pending';
end $$;
