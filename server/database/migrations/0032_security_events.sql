-- What happened to what guards an account, and who tried: for its owner, for staff, and for whoever looks into an attack afterwards.
create table security_events (
  id bigint generated always as identity primary key,
  -- Whose account; null where a name was tried that nobody has.
  user_id bigint references users,
  -- Who of staff did it to the account; null for whoever held the account or tried to, and for a command of the operator.
  actor_id bigint references users,
  what text not null check (what in (
    'registered', 'login', 'logout', 'session_ended', 'step_up', 'forbidden', 'password_changed', 'reset_asked', 'password_reset',
    'pin_set', 'pin_removed', 'pin_removal_asked', 'pin_removal_stopped', 'totp_on', 'totp_off', 'recovery_codes_renewed', 'api_token_made', 'api_token_rotated',
    'api_token_revealed', 'api_token_removed', 'api_token_first_used', 'api_token_new_network', 'wallet_frozen', 'wallet_unfrozen', 'standing_changed',
    'roles_changed', 'access_ended')),
  -- What was given as a proof.
  factor text check (factor in ('password', 'pin', 'code', 'recovery_code', 'reset_link')),
  outcome text not null check (outcome in ('ok', 'wrong', 'locked', 'refused')),
  -- The call that asked for the proof, or what the account became. Never anything that was typed.
  detail text,
  device text,
  address_prefix text,
  request_id text,
  happened_at timestamptz not null default now()
);
comment on table security_events is 'Logins, proofs, refusals of them, and changes of what guards an account. Append-only; no secret and no whole address stands in it.';
create index security_events_of_user on security_events (user_id, id desc);
create index security_events_by_time on security_events (happened_at);
create index security_events_refused on security_events (user_id, happened_at) where outcome <> 'ok';

insert into mail_kinds values ('guessing_alarm');
