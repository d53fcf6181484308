-- no transaction
-- What became of the mails of a campaign is counted as each of them ends, so that nobody goes through a million to show it. A campaign that is
-- under way now is counted by its mails as before; one that has ended changes no more.
create table if not exists mail_campaign_counts (
  campaign_id bigint not null references mail_campaigns (id),
  -- Mails that end at the same time are counted in different rows.
  slot smallint not null,
  sent bigint not null,
  skipped bigint not null,
  failed bigint not null,
  primary key (campaign_id, slot)
) with (fillfactor = 50);
comment on table mail_campaign_counts is 'How many mails of a campaign ended how: the sum over its slots. Written as each mail ends, in its commit (count_ended_mail).';
alter table mail_campaigns add column if not exists is_counted boolean not null default false;
insert into mail_campaign_counts (campaign_id, slot, sent, skipped, failed)
select campaign_id, 0, count(*) filter (where state = 'sent'), count(*) filter (where state = 'skipped'),
  count(*) filter (where state not in ('sent', 'skipped'))
from mails where campaign_id is not null group by 1 having bool_and(done_at is not null)
on conflict do nothing;
update mail_campaigns c set is_counted = true where exists (select from mail_campaign_counts n where n.campaign_id = c.id);

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
