-- What a second admin confirms may be the rights of somebody: what they were when it was asked for. Null: it is about anything else, or was asked for before.
alter table staff_requests add column rights jsonb;
