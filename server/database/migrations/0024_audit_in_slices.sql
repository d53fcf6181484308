-- The whole audit goes through the books in slices. Where it stands outlives the process that is at it: any other goes on from there.
create table books_audit_runs (
  is_only boolean primary key default true check (is_only),
  -- Of the rules that it goes through: with others it begins anew.
  rules_hash text not null,
  -- What is done, and what was found so far.
  position jsonb not null,
  broken_rules integer not null,
  -- What was found in new postings before it began, all of which it looks at.
  broken_before integer not null,
  began_at timestamptz not null default now(),
  moved_at timestamptz not null default now()
);
comment on table books_audit_runs is 'The whole audit of the books that is under way: where it stands. Without a row, none is.';
