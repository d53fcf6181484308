-- A program with another key of identities than that of the hashes here would find nobody again, and take each number for a new one.
create table identity_hash_keys (
  layer smallint primary key check (layer >= 1),
  key_id bytea not null unique check (octet_length(key_id) = 8),
  since timestamptz not null default now()
);
comment on table identity_hash_keys is 'By which keys the hashes of identities are made, each upon what the one before it made. The keys themselves are nowhere in the database.';
