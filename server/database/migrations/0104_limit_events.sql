-- Who came in by a token or a new device and tries what it may not spend leaves a trace.
insert into security_event_kinds values ('limit_reached');
