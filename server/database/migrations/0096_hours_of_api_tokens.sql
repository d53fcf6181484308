-- The limit of an API token counts the last 24 hours. What a token took in each hour is summed as it is taken, so that a purchase reads 25 rows, however many a
-- reseller makes; the single ones are looked at only where these sums leave too little.
create table api_token_hours (
  root_id bigint not null,
  hour timestamptz not null,
  -- What came back is in it.
  taken_kobo bigint not null,
  primary key (root_id, hour)
) with (fillfactor = 50);
comment on table api_token_hours is 'What the API tokens with a daily limit took in an hour, whatever came back of it.';
insert into api_token_hours (root_id, hour, taken_kobo)
  select s.root_id, date_trunc('hour', s.spent_at, 'UTC'), sum(t.balance_before - t.balance_after)
  from api_token_spends s join transactions t on t.id = s.transaction_id group by 1, 2;

drop function if exists token_left(bigint, bigint);
