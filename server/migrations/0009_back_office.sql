-- Rises with each change of the plan: who changes what they saw some time ago says which version that was.
alter table plans add column version integer not null default 1;

-- Lines are written in the order of time, so a summary per range of pages is enough for totals between two days.
create index transactions_by_age on transactions using brin (created_at) with (autosummarize = on);

-- Staff look for people by how their name or number begins.
create index users_by_name_beginning on users (user_name text_pattern_ops);
create index users_by_phone_beginning on users (phone text_pattern_ops);
create index users_of_type on users (user_type, id desc);
