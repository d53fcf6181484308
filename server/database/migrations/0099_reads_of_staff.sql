-- no transaction
-- What staff did, what they looked at and what happened to accounts is read by each filter, and by each two of them, as one range of an index:
-- the columns that are asked for, then the id, all rising. Of what staff did it is counted as well, so all that a count looks at is in the index.
drop index concurrently if exists staff_actions_by_time;
create index concurrently staff_actions_by_time on staff_actions (done_at);
drop index concurrently if exists staff_actions_by_actor;
create index concurrently staff_actions_by_actor on staff_actions (actor_id, id) include (done_at);
drop index concurrently if exists staff_actions_by_action;
create index concurrently staff_actions_by_action on staff_actions (lower(action), id) include (action, done_at);
drop index concurrently if exists staff_actions_by_kind;
create index concurrently staff_actions_by_kind on staff_actions (split_part(subject, ' ', 1), id) include (subject, done_at);
drop index concurrently if exists staff_actions_by_subject;
create index concurrently staff_actions_by_subject on staff_actions (subject, id) include (done_at);
drop index concurrently if exists staff_actions_by_actor_and_action;
create index concurrently staff_actions_by_actor_and_action on staff_actions (actor_id, lower(action), id) include (action, done_at);
drop index concurrently if exists staff_actions_by_actor_and_kind;
create index concurrently staff_actions_by_actor_and_kind on staff_actions (actor_id, split_part(subject, ' ', 1), id) include (subject, done_at);
drop index concurrently if exists staff_actions_by_actor_and_subject;
create index concurrently staff_actions_by_actor_and_subject on staff_actions (actor_id, subject, id) include (done_at);
drop index concurrently if exists staff_actions_by_action_and_kind;
create index concurrently staff_actions_by_action_and_kind on staff_actions (lower(action), split_part(subject, ' ', 1), id)
  include (action, subject, done_at);
drop index concurrently if exists staff_actions_by_action_and_subject;
create index concurrently staff_actions_by_action_and_subject on staff_actions (lower(action), subject, id) include (action, done_at);
drop index concurrently if exists staff_actions_of_actor;
drop index concurrently if exists staff_actions_of_subject;

drop index concurrently if exists staff_reads_by_reader;
create index concurrently staff_reads_by_reader on staff_reads (reader_id, id);
drop index concurrently if exists staff_reads_by_subject;
create index concurrently staff_reads_by_subject on staff_reads (subject_id, id);
drop index concurrently if exists staff_reads_by_call;
create index concurrently staff_reads_by_call on staff_reads (lower(call), id);
drop index concurrently if exists staff_reads_by_reader_and_subject;
create index concurrently staff_reads_by_reader_and_subject on staff_reads (reader_id, subject_id, id);
drop index concurrently if exists staff_reads_by_reader_and_call;
create index concurrently staff_reads_by_reader_and_call on staff_reads (reader_id, lower(call), id);
drop index concurrently if exists staff_reads_by_subject_and_call;
create index concurrently staff_reads_by_subject_and_call on staff_reads (subject_id, lower(call), id);
drop index concurrently if exists staff_reads_of_reader;
drop index concurrently if exists staff_reads_of_subject;

drop index concurrently if exists security_events_by_user;
create index concurrently security_events_by_user on security_events (user_id, id);
drop index concurrently if exists security_events_by_kind;
create index concurrently security_events_by_kind on security_events (what, id);
drop index concurrently if exists security_events_by_outcome;
create index concurrently security_events_by_outcome on security_events (outcome, id);
drop index concurrently if exists security_events_by_kind_and_outcome;
create index concurrently security_events_by_kind_and_outcome on security_events (what, outcome, id);
drop index concurrently if exists security_events_of_user;
drop index concurrently if exists security_events_of_kind;
drop index concurrently if exists security_events_not_ok;

-- What waited for a second admin and has ended, the latest first: of all, and of one of the staff.
drop index concurrently if exists staff_requests_by_end;
create index concurrently staff_requests_by_end on staff_requests (coalesce(ended_at, expires_at), id);
drop index concurrently if exists staff_requests_of_maker_by_end;
create index concurrently staff_requests_of_maker_by_end on staff_requests (maker_id, coalesce(ended_at, expires_at), id);

-- How often each value of an expression is there is known by a look at the rows.
analyze staff_actions;
analyze staff_reads;
analyze staff_requests;
