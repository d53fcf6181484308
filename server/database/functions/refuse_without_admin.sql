-- Refuses a commit after which no admin could act; for triggers, when an admin goes. Who takes an admin away waits here for whoever does the same, so that of two who take
-- each other away the second sees the first.
create or replace function refuse_without_admin() returns void language plpgsql
set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtext('refuse_without_admin'));
  if not exists (
    select from users u join accounts a on a.user_id = u.id and a.kind = 'wallet'
    where u.is_admin and a.standing = 'active') then
    raise exception 'nobody would be left who is an admin'
      using errcode = 'check_violation', constraint = 'somebody_stays_admin';
  end if;
end $$;
