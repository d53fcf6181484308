-- no transaction
-- Which seals cover some ids is found without a look at the whole chain.
drop index concurrently if exists seals_covering_ids;
create index concurrently seals_covering_ids on seals using gist (ids);
