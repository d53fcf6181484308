-- A table instead of a list in a constraint: a kind that is added is one row, and no table is read through for it.
create table security_event_kinds (kind text primary key);
comment on table security_event_kinds is 'What the security events tell of. The contract has the same list.';
insert into security_event_kinds values
  ('registered'), ('login'), ('logout'), ('session_ended'), ('step_up'), ('forbidden'), ('password_changed'), ('reset_asked'),
  ('password_reset'), ('pin_set'), ('pin_removed'), ('pin_removal_asked'), ('pin_removal_stopped'), ('totp_on'), ('totp_off'),
  ('recovery_codes_renewed'), ('api_token_made'), ('api_token_rotated'), ('api_token_revealed'), ('api_token_removed'),
  ('api_token_first_used'), ('api_token_new_network'), ('api_token_limit_set'), ('wallet_frozen'), ('wallet_unfrozen'),
  ('standing_changed'), ('roles_changed'), ('access_ended'), ('withdrawals_held'), ('withdrawals_freed'), ('email_confirmed'),
  ('email_change_asked'), ('email_change_stopped'), ('email_changed'), ('phone_confirmed'), ('phone_changed'),
  ('registration_refused'), ('identity_confirmed'), ('beneficiary_added'), ('beneficiary_removed'), ('passkey_added'),
  ('passkey_removed');
alter table security_events
  drop constraint security_events_what_check,
  add constraint security_events_what_fkey foreign key (what) references security_event_kinds not valid;
