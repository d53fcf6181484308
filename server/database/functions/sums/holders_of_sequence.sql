-- The open transactions that hold a number of a sequence: whoever takes one holds a lock on it until the end. They are looked for after the
-- sequence was read, so that whoever has a number up to that one is among them, or has ended.
create or replace function holders_of_sequence(p_sequence regclass) returns text[] language sql
set search_path = public, pg_temp
return array(
  select virtualtransaction from pg_locks
  where locktype = 'relation' and relation = p_sequence and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database()));
