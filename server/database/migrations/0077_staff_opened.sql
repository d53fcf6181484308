-- Admins are mailed when one of them opens the account of a colleague again.
insert into mail_kinds values ('staff_opened');
