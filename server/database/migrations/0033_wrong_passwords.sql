insert into mail_kinds values ('wrong_passwords');
