-- no transaction
-- What became of the mails of a campaign is counted as each of them ends, so that nobody goes through a million to show it. Those of campaigns
-- that are there now are counted by a job, once all of their mails have ended (count_ended_campaigns).
create table if not exists mail_campaign_counts (
  campaign_id bigint not null references mail_campaigns (id),
  -- Mails that end at the same time are counted in different rows.
  slot smallint not null,
  sent bigint not null,
  skipped bigint not null,
  failed bigint not null,
  primary key (campaign_id, slot)
) with (fillfactor = 50);
comment on table mail_campaign_counts is 'How many mails of a campaign ended how: the sum over its slots. Written as each mail ends, in its commit (count_ended_mail); of a campaign that an earlier version began when all of them have ended (count_ended_campaigns), and not before.';
alter table mail_campaigns add column if not exists is_counted boolean not null default false;

-- What stands in suspense is found by an index of what nobody has decided, however much was decided; and that by when it was.
alter table bank_transfers add column if not exists decided_at timestamptz;
alter table payments add column if not exists decided_at timestamptz;
update bank_transfers b set decided_at = d.decided_at from suspense_decisions d join postings p on p.id = d.posting_id
where b.decided_at is null and b.state = 'suspense' and b.provider = split_part(p.reference, ':', 1)
  and b.provider_reference = substr(p.reference, strpos(p.reference, ':') + 1);
update payments y set decided_at = d.decided_at from suspense_decisions d join postings p on p.id = d.posting_id
where y.decided_at is null and y.state = 'suspense' and y.gateway = split_part(p.reference, ':', 1)
  and y.reference = substr(p.reference, strpos(p.reference, ':') + 1);
drop index concurrently if exists bank_transfers_undecided;
create index concurrently bank_transfers_undecided on bank_transfers (id) where state = 'suspense' and decided_at is null;
drop index concurrently if exists payments_undecided;
create index concurrently payments_undecided on payments (transaction_id) where state = 'suspense' and decided_at is null;
drop index concurrently if exists suspense_decisions_by_time;
create index concurrently suspense_decisions_by_time on suspense_decisions (decided_at, posting_id);

-- Whom somebody referred: a page of the newest by one range of an index, and how many by the sums of users, which are made anew for it.
drop index concurrently if exists users_of_referrer;
create index concurrently users_of_referrer on users (referred_by, id) where referred_by is not null;
alter table users_apart add column if not exists referred_by bigint;
alter table user_sums drop constraint if exists user_sums_level_check;
alter table user_sums add constraint user_sums_level_check
  check (level in ('all', 'phone 4', 'phone 7', 'name 2', 'name 4', 'referrer')) not valid;
alter table user_sums validate constraint user_sums_level_check;
-- False until they are: what an earlier version of sum_up_users writes meanwhile has none of these sums.
alter table user_sums_mark add column if not exists has_referrers boolean not null default false;
comment on table user_sums is 'How many users there are of each type, and what their wallets held after the postings up to user_sums_mark: of all, and by how phone number and user name begin; and how many of each type somebody referred. Kept by sum_up_users, off the way of a purchase. Users in users_apart are counted as they are there.';

-- Up to which account sums were begun for whoever had very many entries before, and may move nothing any more.
alter table transaction_sums_mark add column if not exists accounts_up_to bigint not null default 0;

-- Again: what the version that still runs has let staff decide while the indexes were built.
update bank_transfers b set decided_at = d.decided_at from suspense_decisions d join postings p on p.id = d.posting_id
where b.decided_at is null and b.state = 'suspense' and b.provider = split_part(p.reference, ':', 1)
  and b.provider_reference = substr(p.reference, strpos(p.reference, ':') + 1);
update payments y set decided_at = d.decided_at from suspense_decisions d join postings p on p.id = d.posting_id
where y.decided_at is null and y.state = 'suspense' and y.gateway = split_part(p.reference, ':', 1)
  and y.reference = substr(p.reference, strpos(p.reference, ':') + 1);

-- A round of it goes over so many postings.
drop function if exists roll_up_house_balances();

-- The last of all: whatever gave up before has left referrers the index that they had.
drop index concurrently if exists users_referred_by;
