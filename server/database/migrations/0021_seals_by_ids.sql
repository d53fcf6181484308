-- no transaction
-- Which ids are sealed is asked every few seconds: by this index no older seal is read for it.
drop index concurrently if exists seals_by_ids;
create index concurrently seals_by_ids on seals (kind, upper(ids));
