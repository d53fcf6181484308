-- The code of a login that went to the owner by mail has a name of its own on record.
alter table security_events drop constraint security_events_factor_check;
alter table security_events
  add constraint security_events_factor_check check (
    factor in ('password', 'pin', 'code', 'recovery_code', 'reset_link', 'email_link', 'email_code', 'sms_code', 'details', 'passkey'));
