-- Counts a mail of a campaign as it ends, in the commit of its end.
create or replace function count_ended_mail() returns trigger language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  insert into mail_campaign_counts as c (campaign_id, slot, sent, skipped, failed)
  values (new.campaign_id, new.id % 16, (new.state = 'sent')::int, (new.state = 'skipped')::int, (new.state not in ('sent', 'skipped'))::int)
  on conflict (campaign_id, slot) do update set
    sent = c.sent + excluded.sent, skipped = c.skipped + excluded.skipped, failed = c.failed + excluded.failed;
  return null;
end $$;

create or replace trigger ended_mails_are_counted after update of done_at on mails
  for each row when (new.campaign_id is not null and old.done_at is null and new.done_at is not null) execute function count_ended_mail();
