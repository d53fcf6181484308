-- Mails that tell people what changed in what guards their account.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in (
  'password_reset', 'password_changed', 'campaign', 'float_low', 'pin_set', 'pin_removed', 'totp_on', 'totp_off', 'api_token_made'));
