-- By which keys the hashes of identities are made, said by the first program that starts on this database; of those that start at the same
-- moment by one. Does nothing when it was said. Runs as the owner of the table, since nobody else may write there.
create or replace function note_identity_hash_keys(p_key_ids bytea[])
returns void language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  lock table identity_hash_keys in exclusive mode;
  -- A statement of its own, after the lock.
  if not exists (select from identity_hash_keys) then
    insert into identity_hash_keys (layer, key_id) select layer, id from unnest(p_key_ids) with ordinality as x(id, layer);
  end if;
end $$;
