-- Counts a mail of a campaign as it ends, in the commit of its end, and takes it out again where somebody puts it back into the queue. A campaign
-- of an earlier version is counted when all of its mails have ended (count_ended_campaigns), and has no counts before.
create or replace function count_ended_mail() returns trigger language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  v_sign constant int := case when new.done_at is not null then 1 else -1 end;
  v_state constant text := case when new.done_at is not null then new.state else old.state end;
begin
  if v_sign < 0 then
    perform from mail_campaigns where id = new.campaign_id for update;
  end if;
  if not (select is_counted from mail_campaigns where id = new.campaign_id) then return null; end if;
  insert into mail_campaign_counts as c (campaign_id, slot, sent, skipped, failed)
  values (new.campaign_id, new.id % 16, v_sign * (v_state = 'sent')::int, v_sign * (v_state = 'skipped')::int,
    v_sign * (v_state not in ('sent', 'skipped'))::int)
  on conflict (campaign_id, slot) do update set
    sent = c.sent + excluded.sent, skipped = c.skipped + excluded.skipped, failed = c.failed + excluded.failed;
  return null;
end $$;

create or replace trigger ended_mails_are_counted after update of done_at on mails
  for each row when (new.campaign_id is not null and (old.done_at is null) <> (new.done_at is null)) execute function count_ended_mail();
