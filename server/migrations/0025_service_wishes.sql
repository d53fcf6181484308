-- "Tell me when it is back": who waits for which locked service, once each. A wish ends in the commit that unlocks its service.
create table service_wishes (
  service_id integer not null references services,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (service_id, user_id)
);
create index service_wishes_of_user on service_wishes (user_id);

alter table mails add column service_id integer references services;
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in (
  'password_reset', 'password_changed', 'campaign', 'float_low', 'pin_set', 'pin_removed', 'totp_on', 'totp_off', 'api_token_made',
  'new_login', 'wallet_frozen', 'wallet_unfrozen', 'limit_raised', 'limit_removed', 'service_back'));
alter table mails add constraint mails_of_services_name_it check ((kind = 'service_back') = (service_id is not null));

-- Thousands may wait for one service: their mails go the way of those to all users, so that none about an account waits behind them.
drop index mails_due;
create index mails_due on mails ((campaign_id is null and service_id is null), next_try_at) where next_try_at is not null;
-- Those that a new lock takes back.
create index mails_of_service on mails (service_id) where service_id is not null and next_try_at is not null;
