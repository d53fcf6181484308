-- Admins are told when one of them corrects what a colleague is reached at.
insert into mail_kinds values ('staff_corrected');
