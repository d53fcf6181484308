-- Moves the sums of users forward, over at most so many postings and about as many users who are set apart, and gives true when the next round
-- can go on at once. One process at a time, by the advisory lock 7242000, which forget_user_sums takes too.
--
-- Nothing of this is on the way of a purchase. What a wallet held at the mark is what it holds less its entries since: both are read by one
-- statement, which sees one state of the database, and so does whoever reads the sums. Whoever is apart in that state is taken out as the
-- sums have them, and put in as they are; who changes after it is set apart with what the state shows.
--
-- The mark goes to where the sequence of postings stood at some earlier time, and not before all have ended that held a number of it then, as
-- in sum_up_transactions.
create or replace function sum_up_users(p_most integer) returns boolean language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
declare
  v_from bigint;
  v_next bigint;
  v_holders text[];
  v_to bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sums of users are moved in a transaction that is read committed';
  end if;
  if not pg_try_advisory_xact_lock(7242000) then return false; end if;
  if not exists (select from user_sums_mark where has_referrers) then
    -- A step of its own, however many users there are: the next one begins with them.
    perform forget_user_sums();
    return true;
  end if;
  select up_to_posting_id, next_posting_id, next_holders into strict v_from, v_next, v_holders from user_sums_mark;
  if exists (select from pg_locks where locktype = 'virtualxid' and virtualxid = any (v_holders)) then return false; end if;
  v_to := least(v_next, v_from + p_most);

  with entered as materialized (
    select e.account_id, sum(e.amount) filter (where e.posting_id <= v_to) as taken, sum(e.amount) as since_mark
    from entries e where e.posting_id > v_from and e.version is not null group by 1),
  tail as materialized (
    select a.user_id, e.taken, e.since_mark from entered e
    cross join lateral (select user_id from accounts where id = e.account_id and kind = 'wallet' offset 0) a),
  chosen as materialized (
    (select user_id from users_apart order by n limit p_most)
    union
    select user_id from tail t where taken is not null and exists (select from users_apart x where x.user_id = t.user_id)),
  apart as materialized (
    -- The first says what the sums have, whatever came after it.
    select x.user_id, bool_and(x.is_summed) as is_summed, min(x.n) as first_n from chosen c join users_apart x on x.user_id = c.user_id group by 1),
  held as materialized (
    select p.user_id, p.is_summed, p.first_n, a.balance - coalesce(t.since_mark, 0) as before,
      a.balance - coalesce(t.since_mark, 0) + coalesce(t.taken, 0) as after
    from apart p join accounts a on a.user_id = p.user_id and a.kind = 'wallet' left join tail t on t.user_id = p.user_id),
  moved as (
    select u.user_type, u.user_name, u.phone, u.referred_by, 0 as users, t.taken as kobo
    from tail t cross join lateral (select * from users where id = t.user_id offset 0) u
    where t.taken <> 0 and not exists (select from apart p where p.user_id = t.user_id)
    union all
    select x.user_type, x.user_name, x.phone, x.referred_by, -1, -h.before from held h join users_apart x on x.n = h.first_n where h.is_summed
    union all
    select u.user_type, u.user_name, u.phone, u.referred_by, 1, h.after from held h join users u on u.id = h.user_id),
  grouped as (
    select g.level, g.beginning, m.user_type, sum(m.users)::bigint as users, sum(g.kobo)::bigint as kobo
    from moved m cross join lateral (values
      ('all', '', m.kobo), ('phone 4', left(m.phone, 4), m.kobo), ('phone 7', left(m.phone, 7), m.kobo),
      ('name 2', left(m.user_name, 2), m.kobo), ('name 4', left(m.user_name, 4), m.kobo),
      -- Nobody asks what those hold whom somebody referred.
      ('referrer', m.referred_by::text, 0)) as g(level, beginning, kobo)
    where g.beginning is not null group by 1, 2, 3),
  summed as (
    insert into user_sums as s (level, beginning, user_type, users, wallets_kobo)
    select level, beginning, user_type, users, kobo from grouped where users <> 0 or kobo <> 0
    on conflict (level, beginning, user_type) do update set
      users = s.users + excluded.users, wallets_kobo = s.wallets_kobo + excluded.wallets_kobo)
  delete from users_apart x using apart p where x.user_id = p.user_id;

  if v_to = v_next then
    -- First the number, then who holds one.
    v_next := (select case when is_called then last_value else 0 end from postings_id_seq);
    v_holders := holders_of_sequence('postings_id_seq');
    update user_sums_mark set up_to_posting_id = v_to, next_posting_id = greatest(v_next, v_to), next_holders = v_holders;
    return exists (select from users_apart);
  end if;
  update user_sums_mark set up_to_posting_id = v_to;
  return true;
end $$;
