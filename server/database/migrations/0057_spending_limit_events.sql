-- What may leave in a day guards the wallet as its freeze does.
insert into security_event_kinds values ('spending_limit_set'), ('spending_limit_removed');
