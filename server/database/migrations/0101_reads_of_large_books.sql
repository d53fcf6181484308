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
