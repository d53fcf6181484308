-- How many users there are and what their wallets hold, without a look at each of them.
create table user_sums (
  -- The rules of the books go through them by this.
  n bigint generated always as identity unique,
  -- By what they are put together: all, or the first so many characters of the phone number or of the user name.
  level text not null check (level in ('all', 'phone 4', 'phone 7', 'name 2', 'name 4')),
  beginning text collate "C" not null,
  user_type text not null,
  users bigint not null,
  wallets_kobo bigint not null,
  primary key (level, beginning, user_type)
) with (fillfactor = 50);
comment on table user_sums is 'How many users there are of each type, and what their wallets held after the postings up to user_sums_mark: of all, and by how phone number and user name begin. Kept by sum_up_users, off the way of a purchase. Users in users_apart are counted as they are there.';

create table user_sums_mark (
  is_only boolean primary key default true check (is_only),
  -- Every posting up to here is in the sums. What wallets moved by since is added up one by one.
  up_to_posting_id bigint not null,
  -- Up to where the sums go next, as soon as all have ended that held an id by then.
  next_posting_id bigint not null,
  next_holders text[] not null default '{}'
);
comment on table user_sums_mark is 'How far the sums of users go. One row, and none before they are begun.';

create table users_apart (
  n bigint generated always as identity primary key,
  user_id bigint not null,
  -- False: the sums have nothing of the user. True: the user changed since, and under what the sums have them stands here.
  is_summed boolean not null,
  user_type text,
  user_name text,
  phone text,
  constraint what_the_sums_have_of_users check (num_nulls(user_type, user_name, phone) = case when is_summed then 0 else 3 end)
);
comment on table users_apart is 'Users who registered, or whose type, name or phone number changed, since sum_up_users took them up: they count as they stand now.';
create index users_apart_of_user on users_apart (user_id);
