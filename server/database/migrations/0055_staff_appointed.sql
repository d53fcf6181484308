-- Admins are told of each colleague whom one of them makes.
insert into mail_kinds values ('staff_appointed');
