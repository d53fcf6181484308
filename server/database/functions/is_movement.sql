-- True when the wallet of this user was moved last by the commit that is under way, from this balance to that one: what a transaction
-- shows of a wallet has just happened to it.
create or replace function is_movement(p_user_id bigint, p_before bigint, p_after bigint) returns boolean language sql stable as $$
  select exists (
    select from accounts a
    join entries e on e.account_id = a.id and e.version = a.version
    join postings p on p.id = e.posting_id
    where a.user_id = p_user_id and a.kind = 'wallet' and e.balance_before = p_before and e.balance_after = p_after
      and p.posted_at = now())
$$;
