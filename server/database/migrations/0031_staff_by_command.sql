-- What the operator does by a command on the machine is on record as well, by nobody who has an account.
alter table staff_actions alter column actor_id drop not null;
insert into mail_kinds values ('rights_changed');
