-- Where a moment lies in the history of a user's account: the version of its first entry from then on; one above the last where there is none
-- yet. Halves the versions, which have no holes, and then goes forward: versions are given in the commit that writes the entry, so that a
-- minute covers what is out of order.
create or replace function first_version_since(p_account_id bigint, p_since timestamptz) returns bigint language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  v_low bigint := 1;
  v_high bigint;
  v_middle bigint;
  v_end bigint;
  v_at timestamptz;
begin
  select version + 1 into strict v_end from accounts where id = p_account_id;
  v_high := v_end;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    select p.posted_at into v_at from entries e join postings p on p.id = e.posting_id where e.account_id = p_account_id and e.version = v_middle;
    if v_at < p_since - interval '1 minute' then
      v_low := v_middle + 1;
    else
      v_high := v_middle;
    end if;
  end loop;
  while v_low < v_end loop
    select p.posted_at into v_at from entries e join postings p on p.id = e.posting_id where e.account_id = p_account_id and e.version = v_low;
    exit when v_at >= p_since;
    v_low := v_low + 1;
  end loop;
  return v_low;
end $$;
