-- Whether an e-mail address and a phone number were proved to be their user's: by a link that went there, and by a code. Those of before were
-- not: they go on as they were, and their owners are asked on the screen of the account.
alter table users
  add column email_confirmed_at timestamptz,
  add column phone_confirmed_at timestamptz;

create table email_links (
  -- SHA-256 of the token: the table alone confirms nothing.
  token_hash bytea primary key,
  user_id bigint not null references users,
  -- confirm: its opening proves the address. decide: to the address that was there before a change, which agrees to it or stops it.
  purpose text not null check (purpose in ('confirm', 'decide')),
  email text not null,
  expires_at timestamptz not null,
  -- A newer link ends the one before.
  unique (user_id, purpose)
);
comment on table email_links is 'Open links that prove an e-mail address.';

create table email_changes (
  user_id bigint primary key references users,
  old_email text not null,
  new_email text not null,
  asked_at timestamptz not null default now(),
  -- When whoever reads the old address agreed.
  agreed_at timestamptz,
  -- When the new address was confirmed, and took the place of the old one. Until the end it can be put back by the old one.
  done_at timestamptz,
  expires_at timestamptz not null
);
comment on table email_changes is 'Changes of e-mail addresses that are under way, or that the old address may still put back.';
create index email_changes_over on email_changes (expires_at);

create table phone_codes (
  user_id bigint not null references users,
  purpose text not null check (purpose in ('phone', 'identity')),
  -- The number that is proved; null where it is that of an identity register, which stands nowhere.
  phone text,
  -- With a key that is not in the database: six digits alone are guessed in no time.
  code_hash bytea not null,
  tries integer not null default 0,
  -- leaving: nobody has heard yet, or never will. unknown: it may have left. Neither is sent again by itself.
  state text not null default 'leaving' check (state in ('leaving', 'sent', 'unknown')),
  provider_reference text,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A newer code ends the one before.
  primary key (user_id, purpose)
);
comment on table phone_codes is 'Open codes that went to phones.';
create index phone_codes_over on phone_codes (expires_at);

create table identity_checks (
  user_id bigint primary key references users,
  kind text not null references identity_kinds,
  number_hash bytea not null,
  proved_by text not null check (proved_by in ('code', 'details')),
  -- The number and what the register says of it, with a key that is not in the database.
  sealed bytea not null,
  tries integer not null default 0,
  consented_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table identity_checks is 'Identity numbers that were sent and whose person is not proved yet, for an hour.';
create index identity_checks_over on identity_checks (expires_at);

alter table accounts
  drop constraint accounts_held_because_check,
  add constraint accounts_held_because_check check (held_because in ('reset', 'pin_removed', 'email_changed'));

alter table security_events
  drop constraint security_events_what_check,
  add constraint security_events_what_check check (what in (
    'registered', 'login', 'logout', 'session_ended', 'step_up', 'forbidden', 'password_changed', 'reset_asked', 'password_reset',
    'pin_set', 'pin_removed', 'pin_removal_asked', 'pin_removal_stopped', 'totp_on', 'totp_off', 'recovery_codes_renewed', 'api_token_made', 'api_token_rotated',
    'api_token_revealed', 'api_token_removed', 'api_token_first_used', 'api_token_new_network', 'api_token_limit_set', 'wallet_frozen', 'wallet_unfrozen', 'standing_changed',
    'roles_changed', 'access_ended', 'withdrawals_held', 'withdrawals_freed', 'email_confirmed', 'email_change_asked', 'email_change_stopped', 'email_changed', 'phone_confirmed',
    'phone_changed', 'registration_refused', 'identity_confirmed')),
  drop constraint security_events_factor_check,
  add constraint security_events_factor_check check (
    factor in ('password', 'pin', 'code', 'recovery_code', 'reset_link', 'email_link', 'sms_code', 'details'));

insert into mail_kinds values ('confirm_email'), ('email_change_asked'), ('email_changed'), ('email_corrected'), ('phone_changed'), ('phone_corrected'),
  ('registration_tried');
