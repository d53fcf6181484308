-- Refuses, when it is committed, a standing that nothing explains, an account closed with money in it, and that nobody is left who can
-- appoint staff.
--
--   change                        explained, in the same commit, by
--   by an admin                   a row of `standings` and the staff action `setStanding` of this user, both to this standing, by another
--                                 who is an admin still
--   closed by its owner           a row of `standings`, by the user, whose standing was active
--   by a command of the operator  needs nothing: it runs as the owner of the tables
create or replace function refuse_unexplained_standing() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if old.standing = new.standing then return null; end if;
  if new.standing = 'closed' and (
      exists (select from accounts where user_id = new.user_id and balance <> 0)
      or exists (select from transactions where user_id = new.user_id and status = 'pending' and type <> 'wallet')) then
    raise exception 'the account of user % holds money, or waits for some', new.user_id
      using errcode = 'check_violation', constraint = 'closed_accounts_are_empty';
  end if;
  if new.standing <> 'active' and exists (select from users where id = new.user_id and is_admin) then
    perform refuse_without_admin();
  end if;
  if current_user <> 'jara_app' then return null; end if;
  if exists (
    select from standings s join users u on u.id = s.actor_id join accounts a on a.user_id = u.id and a.kind = 'wallet'
    where s.user_id = new.user_id and s.standing = new.standing and s.changed_at = now() and (
      s.actor_id = new.user_id and old.standing = 'active' and new.standing = 'closed'
      or s.actor_id <> new.user_id and u.is_admin and a.standing = 'active' and exists (
        select from staff_actions
        where subject = 'user ' || new.user_id and action = 'setStanding' and done_at = now() and actor_id = s.actor_id
          and after ->> 'standing' = new.standing))) then
    return null;
  end if;
  raise exception 'nothing in this commit explains the standing of user %', new.user_id
    using errcode = 'check_violation', constraint = 'standings_are_explained';
end $$;

-- A constraint trigger cannot be replaced.
drop trigger if exists standings_are_explained on accounts;
create constraint trigger standings_are_explained after update of standing on accounts
  deferrable initially deferred for each row execute function refuse_unexplained_standing();
