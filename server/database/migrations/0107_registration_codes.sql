-- Whoever registers behind an address where others were stopped proves the mailbox first. There is no user yet to whom the mail goes.
insert into mail_kinds values ('registration_code');
alter table mails alter column user_id drop not null;
alter table mails add constraint mails_have_a_reader check ((user_id is null) = (kind = 'registration_code')) not valid;
