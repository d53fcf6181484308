-- A session that is shown without the cookie of its browser leaves a trace, and its owner is told.
insert into security_event_kinds values ('session_elsewhere');
insert into mail_kinds values ('session_elsewhere');
