-- no transaction
-- The admins among millions of users: each alarm, each request of staff and each change of a right asks who they are.
drop index concurrently if exists users_that_are_admins;
create index concurrently users_that_are_admins on users (id) where is_admin;
