-- Mails to admins about the shop itself.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('password_reset', 'password_changed', 'campaign', 'float_low'));

-- How far a mail to all users is: counted by this alone.
create index mails_of_campaign on mails (campaign_id, state) where campaign_id is not null;
