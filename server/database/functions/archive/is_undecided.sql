-- Whether staff have not decided about money in suspense.
create or replace function is_undecided(p_provider text, p_reference text) returns boolean language sql stable
set search_path = public, pg_temp
as $$
  select not exists (
    select from postings s join suspense_decisions d on d.posting_id = s.id
    where s.code = 'funding.suspense' and s.reference = p_provider || ':' || p_reference)
$$;
