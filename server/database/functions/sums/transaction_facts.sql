-- What a transaction adds to the totals: the one definition for sums, lists, figures and the audit of the books. A transaction has moved
-- money when it has balances; a sale is one that was delivered. Until its supplier gives the cost back, a sale that staff refunded has lost
-- it (server/src/ledger/profit.ts says the same, and tests compare both). Whoever changes what this or lagos_day gives calls
-- forget_transaction_sums in a migration: kept sums hold what it gave before.
create or replace function transaction_facts(t transactions)
returns table (
  day date, network_or_empty text, sales bigint, volume_mb bigint, revenue_kobo bigint, debit_kobo bigint, credit_kobo bigint,
  profit_kobo bigint)
language sql stable
as $$
  select lagos_day(t.created_at), coalesce(t.network, ''),
    case when t.status = 'success' and t.cost_kobo is not null then 1 else 0 end::bigint,
    case when t.status = 'success' and t.cost_kobo is not null and t.type = 'data' then coalesce(t.volume_mb, 0) else 0 end,
    case when t.status = 'success' and t.cost_kobo is not null then coalesce(t.price_kobo, 0) else 0 end,
    case when t.balance_after < t.balance_before then t.amount_kobo else 0 end,
    case when t.balance_after > t.balance_before then t.amount_kobo else 0 end,
    case when t.status = 'success' then coalesce(t.price_kobo - t.cost_kobo, 0)
      -- Never by a list of all deliveries, however many transactions are asked.
      when t.status = 'refunded' and t.cost_kobo is not null and (
        select true from purchase_attempts x where x.transaction_id = t.id and x.state = 'delivered' limit 1) then -t.cost_kobo
      else 0 end
$$;
