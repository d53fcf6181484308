-- Staff hold the withdrawals of a user: from then on one is opened as held, its money is taken and nothing is sent to the bank until staff
-- release it or give the money back. It stands in the row of the wallet, which every withdrawal locks: once it is committed, none is sent.
alter table accounts
  add column payouts_held_at timestamptz,
  drop constraint only_wallets_are_guarded,
  add constraint only_wallets_are_guarded check (
    kind = 'wallet'
    or (frozen_at is null and daily_limit_kobo is null and standing = 'active' and held_until is null and payouts_held_at is null));

-- Null of what was never sent: it is held, or was given back from there. 0041 looks at the rows that are there.
alter table withdrawals
  alter column sent_at drop not null,
  add constraint withdrawals_are_sent_or_held check (
    case state when 'held' then sent_at is null when 'refused' then true else sent_at is not null end) not valid,
  drop constraint withdrawals_state_check,
  add constraint withdrawals_state_check check (
    state in ('held', 'sent', 'unknown', 'manual', 'delivered', 'refused', 'reversed', 'delivered_late', 'reversed_late')) not valid;

alter table security_events
  drop constraint security_events_what_check,
  add constraint security_events_what_check check (what in (
  'registered', 'login', 'logout', 'session_ended', 'step_up', 'forbidden', 'password_changed', 'reset_asked', 'password_reset',
  'pin_set', 'pin_removed', 'pin_removal_asked', 'pin_removal_stopped', 'totp_on', 'totp_off', 'recovery_codes_renewed', 'api_token_made', 'api_token_rotated',
  'api_token_revealed', 'api_token_removed', 'api_token_first_used', 'api_token_new_network', 'api_token_limit_set', 'wallet_frozen',
  'wallet_unfrozen', 'standing_changed', 'roles_changed', 'access_ended', 'withdrawals_held', 'withdrawals_freed'));
