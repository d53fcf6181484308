-- Whether money is real belongs to the database, and not to whoever starts a program on it. The migrator decides, once, before it changes
-- anything (server/src/database/mode.ts), and hands it over in the setting jara.mode:
--
--   nobody and nothing is in the database        the mode of the program that makes it
--   it is from before this table, with demo users    sandbox
--   it is from before this table, without            live
create table installation (
  is_one boolean primary key default true check (is_one),
  mode text not null check (mode in ('sandbox', 'live')),
  written_at timestamptz not null default now()
);
comment on table installation is 'one row: whether this database is that of a sandbox or of a live installation';
insert into installation (mode) values (current_setting('jara.mode'));
