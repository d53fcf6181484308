-- Admins are told when one of them takes a right of staff from a colleague.
insert into mail_kinds values ('staff_dismissed');
