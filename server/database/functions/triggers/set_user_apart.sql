-- Puts aside under what the sums of users have somebody who registers, or whose type, name, phone number or referrer changes: from then on they
-- count as they stand. Whether the sums have them by now is asked by whoever adds up (sum_up_users).
create or replace function set_user_apart() returns trigger language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into users_apart (user_id, is_summed) values (new.id, false);
  elsif (old.user_type, old.user_name, old.phone, old.referred_by)
      is distinct from (new.user_type, new.user_name, new.phone, new.referred_by) then
    insert into users_apart (user_id, is_summed, user_type, user_name, phone, referred_by)
    values (old.id, true, old.user_type, old.user_name, old.phone, old.referred_by);
  end if;
  return null;
end $$;

create or replace trigger users_are_set_apart after insert or update of user_type, user_name, phone, referred_by on users
  for each row execute function set_user_apart();
