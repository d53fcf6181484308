-- Totals of all transactions, and of those of users who have many, without a look at each of them.
create table transaction_sums (
  -- 0: those of everybody together.
  user_id bigint not null,
  span text not null check (span in ('day', 'month')),
  -- Its first day, in Lagos.
  since date not null,
  type text not null,
  status text not null check (status <> 'pending'),
  -- Empty where there is none.
  network text not null,
  transactions bigint not null,
  sales bigint not null,
  volume_mb bigint not null,
  revenue_kobo bigint not null,
  debit_kobo bigint not null,
  credit_kobo bigint not null,
  profit_kobo bigint not null,
  -- All of them lie between these two. One that left stretches them still.
  first_id bigint not null,
  last_id bigint not null,
  -- The rules of the books go through the days by their numbers.
  day_number bigint not null generated always as (since - date '1970-01-01') stored,
  primary key (user_id, span, since, type, status, network)
-- Those of today change every few seconds, each within its page.
) with (fillfactor = 50);
comment on table transaction_sums is 'What the transactions up to transaction_sums_mark add up to, by day and by month, type, status and network: those of everybody, and those of the users in summed_users. Kept by sum_up_transactions, off the way of a purchase. Those in transactions_apart are counted as they are there.';
create index transaction_sums_by_day on transaction_sums (day_number);

create table summed_users (
  user_id bigint primary key
);
comment on table summed_users is 'Users with so many transactions that they have sums of their own. Those of all others are added up one by one.';

create table transaction_sums_mark (
  is_only boolean primary key default true check (is_only),
  -- Every transaction up to here is in the sums or in transactions_apart. Those above are added up one by one.
  up_to_id bigint not null default 0,
  -- Up to where the sums go next, as soon as all have ended that held an id by then.
  next_id bigint not null default 0,
  next_holders text[] not null default '{}'
);
comment on table transaction_sums_mark is 'How far the sums of transactions go. One row.';
insert into transaction_sums_mark default values;

create table transactions_apart (
  n bigint generated always as identity primary key,
  transaction_id bigint not null,
  -- False: the sums have nothing of it, since it was pending. True: it changed since, and what they have of it stands here.
  is_summed boolean not null,
  user_id bigint,
  day date,
  type text,
  status text,
  network text,
  sales bigint,
  volume_mb bigint,
  revenue_kobo bigint,
  debit_kobo bigint,
  credit_kobo bigint,
  profit_kobo bigint,
  constraint what_the_sums_have check (is_summed = (user_id is not null) and is_summed = (profit_kobo is not null))
);
comment on table transactions_apart is 'Transactions up to transaction_sums_mark that count as they stand now: those that were pending as the sums went by, until they have ended, and those that changed after their end, until the sums take that up.';
create index transactions_apart_of_transaction on transactions_apart (transaction_id);
