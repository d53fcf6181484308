-- Moves money: one posting with an entry for each of its accounts, in the caller's commit. The one way in beside the functions of
-- purchases, which write many at once. Locks the user accounts in the global order, decides on what was locked, and writes nothing when
-- money may not leave:
--
--   outcome              when                                                     besides
--   posted                                                                        balances: id, before, after, version
--   account_restricted   staff let nothing leave the wallet that would fall
--   wallet_frozen        the owner froze it
--   money_held           after a reset, or a PIN removed without it            until, seconds until then, because, most: what purchases may take meanwhile
--   receiver_stopped     it is a transfer to somebody who is suspended, or whose account is closed
--   insufficient_balance it holds less than it would fall by
--   over_spending_limit  it would fall by more than the owner's limit leaves      left: what may still leave today
--
-- What spends or pays out raises `shop_is_open` while the shop is closed after a restore. What lowers a wallet is its owner's doing, but for
-- `debit.*`, by which staff correct what came in: neither standing nor freeze, hold and limit keep that from being done, only what the wallet
-- holds. Accounts that do not exist and codes of purchases raise. That the posting follows from a row, with these accounts
-- and amounts, is looked at when it is committed, since that row comes after it (refuse_unjustified_posting); that it sums to zero, by
-- refuse_unbalanced_postings.
create or replace function write_posting(
  p_code text, p_reference text, p_accounts bigint[], p_amounts bigint[], p_actor_id bigint, p_reason text)
returns json language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  account record;
  v_left bigint;
  v_posting bigint;
  balances json[] := '{}';
  befores bigint[] := array_fill(null::bigint, array[cardinality(p_accounts)]);
  versions bigint[] := befores;
begin
  -- A posting that no row is looked for is written with its row by one of these functions, and by nothing else.
  if p_code in ('purchase.open', 'purchase.deliver', 'purchase.return', 'purchase.reverse', 'purchase.late_vend', 'purchase.late_reverse',
      'purchase.recover') then
    raise exception 'posting % % is made by the functions of purchases', p_code, p_reference using errcode = 'insufficient_privilege';
  end if;
  if p_code in ('withdraw.open', 'transfer', 'coupon.issue', 'coupon.redeem', 'coupon.void', 'upgrade.fee', 'earning.withdraw') then
    perform refuse_while_closed();
  end if;

  -- House accounts have nothing to lock, since their balance is not kept in the row.
  perform from accounts where id = any(p_accounts) and user_id is not null order by id for update;
  for account in
    select l.leg, l.amount, a.id, a.user_id, a.balance, a.version, a.standing, a.frozen_at, a.daily_limit_kobo,
      a.held_until, a.held_because, a.held_purchases_kobo
    from unnest(p_accounts, p_amounts) with ordinality as l(account_id, amount, leg) left join accounts a on a.id = l.account_id
    order by l.account_id
  loop
    if account.id is null then
      raise exception 'posting % % names an unknown account', p_code, p_reference using errcode = 'foreign_key_violation';
    end if;
    continue when account.user_id is null;
    if account.amount < 0 and p_code in ('debit.clawback', 'debit.chargeback') then
      if account.balance < -account.amount then
        return json_build_object('outcome', 'insufficient_balance');
      end if;
    elsif account.amount < 0 then
      if account.standing <> 'active' then
        return json_build_object('outcome', 'account_restricted');
      elsif account.frozen_at is not null then
        return json_build_object('outcome', 'wallet_frozen');
      elsif account.held_until > now() then
        return json_build_object('outcome', 'money_held', 'until', account.held_until,
          'seconds', ceil(extract(epoch from account.held_until - now())), 'because', account.held_because,
          'most', account.held_purchases_kobo::text);
      elsif account.balance < -account.amount then
        return json_build_object('outcome', 'insufficient_balance');
      elsif account.daily_limit_kobo is not null then
        v_left := account.daily_limit_kobo - spent_today(account.user_id);
        if v_left < -account.amount then
          return json_build_object('outcome', 'over_spending_limit', 'left', greatest(v_left, 0)::text);
        end if;
      end if;
    elsif p_code = 'transfer' and account.standing in ('suspended', 'closed') then
      return json_build_object('outcome', 'receiver_stopped');
    end if;
    befores[account.leg] := account.balance;
    versions[account.leg] := account.version + 1;
    balances := balances || json_build_object('id', account.id::text, 'before', account.balance::text,
      'after', (account.balance + account.amount)::text, 'version', (account.version + 1)::text);
  end loop;

  insert into postings (code, reference, actor_id, reason) values (p_code, p_reference, p_actor_id, p_reason) returning id into v_posting;
  with legs as (
    select * from unnest(p_accounts, p_amounts, befores, versions) with ordinality as l(account_id, amount, balance_before, version, leg)),
  entered as (
    insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
    select v_posting, leg, account_id, amount, balance_before, balance_before + amount, version from legs)
  update accounts a set balance = l.balance_before + l.amount, version = l.version
  from legs l where a.id = l.account_id and l.version is not null;
  return json_build_object('outcome', 'posted', 'balances', array_to_json(balances));
end $$;
