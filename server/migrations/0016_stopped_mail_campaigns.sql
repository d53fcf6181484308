-- When staff ended a mail to many: what still waited then is skipped as its turn comes.
alter table mail_campaigns add column stopped_at timestamptz;
