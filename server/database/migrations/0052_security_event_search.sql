-- no transaction
-- Reads the table, while it is in use.
alter table security_events validate constraint security_events_what_fkey;
-- Staff look for a kind that is rare among millions, and for what did not go through.
drop index concurrently if exists security_events_of_kind;
create index concurrently security_events_of_kind on security_events (what, id desc);
drop index concurrently if exists security_events_not_ok;
create index concurrently security_events_not_ok on security_events (id desc) where outcome <> 'ok';
