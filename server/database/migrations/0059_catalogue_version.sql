-- Which catalogue is that of now: another version after each change of what is sold, where and for how much. A purchase brings the version by
-- which it was priced, so that a process that has not heard of a change cannot sell at an old price.
create table catalogue_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null
);
insert into catalogue_version (version) values (1);
comment on table catalogue_version is 'One row: the version of the catalogue, raised in the commit of each change. Whoever changes the catalogue waits for the commit of whoever does at the same moment.';

alter type purchase_to_open add attribute catalogue_version bigint;
