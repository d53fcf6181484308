-- Refuses, when it is committed, that the program changes what somebody may do or pays, unless the same commit says why:
--
--   change                             explained by
--   type of a user                     the staff action `upgradeUser` of this user, to this type, by another
--   type: smart earner to reseller     that too, or the fee that the user paid for it
--   special price                      the staff action `setSpecialPrice` of this user, by another
--   own daily limit of staff           the staff action `setRoles` of this user, by another
--   admin, agent, coupon vendor        the staff action `setRoles` of this user, to these three, by another who is an admin still
--   any, by a command of the operator  needs nothing: it runs as the owner of the tables
--
-- The last admin stays one (refuse_without_admin).
create or replace function refuse_unexplained_right() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
declare
  changed_user bigint;
begin
  -- Whoever owns the tables appoints; the program is not it.
  if current_user <> 'jara_app' then return null; end if;
  if tg_table_name in ('special_prices', 'staff_limits') then
    if tg_op = 'DELETE' then changed_user := old.user_id; else changed_user := new.user_id; end if;
    if exists (
      select from staff_actions
      where subject = 'user ' || changed_user and done_at = now()
        and action = case tg_table_name when 'special_prices' then 'setSpecialPrice' else 'setRoles' end
        and actor_id is distinct from changed_user) then
      return null;
    end if;
  else
    changed_user := new.id;
    if tg_op = 'INSERT' then
      if new.user_type = 'smart earner' and not (new.is_admin or new.is_agent or new.is_coupon_vendor) then return null; end if;
    elsif (old.is_admin, old.is_agent, old.is_coupon_vendor) = (new.is_admin, new.is_agent, new.is_coupon_vendor) then
      if old.user_type = new.user_type or exists (
        select from staff_actions
        where subject = 'user ' || new.id and action = 'upgradeUser' and done_at = now() and after ->> 'userType' = new.user_type
          and actor_id is distinct from new.id) then
        return null;
      end if;
      -- The fee is what moved the wallet last: its lock is held until this commit is over. Earnings may be credited meanwhile.
      if old.user_type = 'smart earner' and new.user_type = 'reseller' and exists (
        select from accounts a
        join entries e on e.account_id = a.id and e.version = a.version
        join postings p on p.id = e.posting_id
        where a.user_id = new.id and a.kind = 'wallet' and p.code = 'upgrade.fee' and p.posted_at = now()) then
        return null;
      end if;
    else
      -- First: whoever takes an admin away waits for whoever takes the actor away.
      if old.is_admin and not new.is_admin then perform refuse_without_admin(); end if;
      if old.user_type = new.user_type and exists (
        select from staff_actions s join users u on u.id = s.actor_id join accounts a on a.user_id = u.id and a.kind = 'wallet'
        where s.subject = 'user ' || new.id and s.action = 'setRoles' and s.done_at = now()
          and u.id <> new.id and u.is_admin and a.standing = 'active'
          and s.after @> jsonb_build_object('isAdmin', new.is_admin, 'isAgent', new.is_agent, 'isCouponVendor', new.is_coupon_vendor)) then
        return null;
      end if;
    end if;
  end if;
  raise exception 'nothing in this commit explains the right of user %', changed_user
    using errcode = 'check_violation', constraint = 'rights_are_explained';
end $$;

-- A constraint trigger cannot be replaced.
drop trigger if exists rights_are_explained on users;
create constraint trigger rights_are_explained after insert or update of user_type, is_admin, is_agent, is_coupon_vendor on users
  deferrable initially deferred for each row execute function refuse_unexplained_right();
drop trigger if exists special_prices_are_explained on special_prices;
create constraint trigger special_prices_are_explained after insert or update or delete on special_prices
  deferrable initially deferred for each row execute function refuse_unexplained_right();
drop trigger if exists staff_limits_are_explained on staff_limits;
create constraint trigger staff_limits_are_explained after insert or update or delete on staff_limits
  deferrable initially deferred for each row execute function refuse_unexplained_right();
