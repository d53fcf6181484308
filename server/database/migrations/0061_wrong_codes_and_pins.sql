insert into mail_kinds values ('wrong_codes'), ('wrong_pins');
