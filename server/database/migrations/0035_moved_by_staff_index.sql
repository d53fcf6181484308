-- no transaction
-- The sum of a day, however long somebody has been with us.
drop index concurrently if exists staff_actions_that_moved;
create index concurrently staff_actions_that_moved on staff_actions (actor_id, done_at) include (action, moved_kobo) where moved_kobo is not null;
