-- Another address for the messages about an account is on record, its owner gets a mail, and what ends all API tokens pauses it.
insert into security_event_kinds values ('webhook_set'), ('webhook_removed');
insert into mail_kinds values ('webhook_changed');
alter table webhook_endpoints add column paused_at timestamptz;
comment on column webhook_endpoints.paused_at is 'Nothing is sent since, until the owner saves an address again.';
