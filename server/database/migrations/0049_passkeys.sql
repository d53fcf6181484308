-- Passkeys (WebAuthn): public keys whose other halves people's devices keep. Nothing here opens anything by itself.
create table passkey_owners (
  user_id bigint primary key references users,
  -- What passkeys call their owner: random, the same for all of one user, and kept when the last of them goes.
  handle bytea not null unique check (length(handle) = 32)
);
comment on table passkey_owners is 'By which name passkeys know a user: nothing of the account is in it.';

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references passkey_owners,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- COSE.
  public_key bytea not null,
  -- What the passkey said last of how often it was used; 0 for one that does not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  -- Whether its keeper may copy it to other devices, and whether that has happened.
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  -- The kind of keeper, as it says itself: nobody vouches for it.
  aaguid uuid not null,
  name text not null check (char_length(name) between 1 and 40),
  -- The password was changed since: the passkey opens nothing alone until it was used beside the new one.
  needs_password boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table passkeys is 'Public keys of passkeys, with which their owners log in and say that a request is theirs.';
create index passkeys_of_user on passkeys (user_id);

create table passkey_challenges (
  challenge bytea primary key check (length(challenge) >= 32),
  purpose text not null check (purpose in ('add', 'login', 'second_step', 'step_up')),
  -- Null while nobody has said who they are.
  user_id bigint references users check ((user_id is null) = (purpose = 'login')),
  -- Of the session that asked, and of the request that is signed.
  session_hash bytea check ((session_hash is not null) = (purpose in ('add', 'step_up'))),
  request_hash bytea check ((request_hash is not null) = (purpose = 'step_up')),
  expires_at timestamptz not null
);
comment on table passkey_challenges is 'What passkeys were asked to sign and have not answered yet. The first answer removes it, right or wrong.';
create index passkey_challenges_old on passkey_challenges (expires_at);

alter table security_events drop constraint security_events_what_check, drop constraint security_events_factor_check;
alter table security_events
  add constraint security_events_what_check check (what in (
    'registered', 'login', 'logout', 'session_ended', 'step_up', 'forbidden', 'password_changed', 'reset_asked', 'password_reset',
    'pin_set', 'pin_removed', 'pin_removal_asked', 'pin_removal_stopped', 'totp_on', 'totp_off', 'recovery_codes_renewed', 'api_token_made', 'api_token_rotated',
    'api_token_revealed', 'api_token_removed', 'api_token_first_used', 'api_token_new_network', 'api_token_limit_set', 'wallet_frozen', 'wallet_unfrozen', 'standing_changed',
    'roles_changed', 'access_ended', 'withdrawals_held', 'withdrawals_freed', 'email_confirmed', 'email_change_asked', 'email_change_stopped', 'email_changed', 'phone_confirmed',
    'phone_changed', 'registration_refused', 'identity_confirmed',
    'beneficiary_added', 'beneficiary_removed', 'passkey_added', 'passkey_removed')),
  add constraint security_events_factor_check check (factor in ('password', 'pin', 'code', 'recovery_code', 'reset_link', 'email_link', 'sms_code', 'details', 'passkey'));

insert into mail_kinds values ('passkey_added'), ('passkey_removed');
