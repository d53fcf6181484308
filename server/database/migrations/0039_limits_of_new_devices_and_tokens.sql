-- Purchases from new devices count as transfers and withdrawals do: what may leave from there in naira, and in how many hours, comes with the
-- purchase, since it is a setting of the program. Null for whatever is not new.
alter type purchase_to_open add attribute device_cap bigint, add attribute device_hours integer;

comment on table new_device_sends is 'The transactions by which money left from sessions with a velocity limit, purchases included: what they moved is counted, as long as it did not come back.';

-- The owner of an API token may change its daily limit.
alter table security_events
  drop constraint security_events_what_check,
  add constraint security_events_what_check check (what in (
  'registered', 'login', 'logout', 'session_ended', 'step_up', 'forbidden', 'password_changed', 'reset_asked', 'password_reset',
  'pin_set', 'pin_removed', 'pin_removal_asked', 'pin_removal_stopped', 'totp_on', 'totp_off', 'recovery_codes_renewed', 'api_token_made', 'api_token_rotated',
  'api_token_revealed', 'api_token_removed', 'api_token_first_used', 'api_token_new_network', 'api_token_limit_set', 'wallet_frozen',
  'wallet_unfrozen', 'standing_changed', 'roles_changed', 'access_ended'));
insert into mail_kinds values ('api_token_limit_raised');
