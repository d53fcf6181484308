-- no transaction
-- Old messages are found without reading all of them; an index of this kind costs a new message nothing.
drop index concurrently if exists webhook_messages_by_age;
create index concurrently webhook_messages_by_age on webhook_messages using brin (created_at) with (autosummarize = on);
