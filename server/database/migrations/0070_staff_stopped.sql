-- Admins are told when one of them restricts, suspends or closes the account of a colleague.
insert into mail_kinds values ('staff_stopped');
