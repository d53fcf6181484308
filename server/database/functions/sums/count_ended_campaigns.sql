-- Counts how many mails ended how, of a campaign that an earlier version began, once all of its mails have ended: from then on nobody goes
-- through them. One campaign a call; gives true when there was one, and perhaps more. Whoever puts a mail of it back into the queue takes the
-- same lock (count_ended_mail), and so is seen here or sees that it is counted.
create or replace function count_ended_campaigns() returns boolean language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  v_id constant bigint := (
    select c.id from mail_campaigns c
    where not c.is_counted
      and not exists (select from mails m where m.campaign_id = c.id and m.state in ('queued', 'sending') and m.done_at is null)
    order by c.id limit 1 for update skip locked);
begin
  if v_id is null then return false; end if;
  delete from mail_campaign_counts where campaign_id = v_id;
  insert into mail_campaign_counts (campaign_id, slot, sent, skipped, failed)
  select v_id, 0, count(*) filter (where state = 'sent'), count(*) filter (where state = 'skipped'),
    count(*) filter (where state not in ('sent', 'skipped'))
  from mails where campaign_id = v_id having coalesce(bool_and(done_at is not null), true);
  update mail_campaigns set is_counted = true where id = v_id and exists (select from mail_campaign_counts where campaign_id = v_id);
  return found;
end $$;
