-- Has the sums of users made anew: at the beginning, and for the owner of the database where the audit found that they are not what users and
-- wallets say. Everybody is set apart, so what is shown is right at once. Whoever registers or changes meanwhile is set apart by the trigger.
create or replace function forget_user_sums() returns void language plpgsql
set search_path = public, pg_temp
as $$
begin
  -- That of sum_up_users.
  perform pg_advisory_xact_lock(7242000);
  delete from user_sums;
  delete from users_apart;
  insert into users_apart (user_id, is_summed) select id, false from users order by id;
  -- Up to where balances of the house are rolled up, no posting is under way any more.
  insert into user_sums_mark (up_to_posting_id, next_posting_id, has_referrers)
  select coalesce(max(up_to_posting_id), 0), coalesce(max(up_to_posting_id), 0), true from house_balances
  on conflict (is_only) do update set
    up_to_posting_id = greatest(user_sums_mark.up_to_posting_id, excluded.up_to_posting_id),
    next_posting_id = greatest(user_sums_mark.next_posting_id, excluded.next_posting_id), has_referrers = true;
end $$;
