-- From where API tokens are used is told by the whole address: two customers of one hosting provider have the first half in common. What is known
-- of before has no hash; the first address of such a network takes its row over.
alter table api_token_networks
  add column address_hash bytea not null default '' check (octet_length(address_hash) in (0, 16)),
  drop constraint api_token_networks_pkey,
  add primary key (api_token_id, ip_prefix, address_hash);
alter table api_token_networks alter column address_hash drop default;
comment on table api_token_networks is
  'From where API tokens were used: the first half of the address to show, and a keyed hash of all of it (IPv6: of its /64) to tell new ones.';

alter table api_tokens
  -- Hashed alike: who made it. The first use from elsewhere is told.
  add column made_from bytea check (octet_length(made_from) = 16),
  -- How many new addresses it was used from on a day, so that what is told and recorded of them has an end.
  add column new_addresses_on date,
  add column new_addresses smallint not null default 0;
