-- What an API token may do, from where, how much in a day and for how long. Tokens of before may do what they could: to stop them would stop
-- the shops of resellers without a word. Their owners are mailed, and the list of tokens shows it.
alter table api_tokens
  add column scopes text[] not null default '{read,buy,send,withdraw}'
    check (cardinality(scopes) > 0 and scopes <@ '{read,buy,send,withdraw}'::text[]),
  -- Addresses and networks (CIDR) that it may be used from; none: from everywhere.
  add column addresses text[] not null default '{}',
  add column daily_limit_kobo bigint check (daily_limit_kobo > 0),
  add column expires_at timestamptz,
  -- The first of a token and those that it was rotated into: they share the daily limit, so that rotating gives no more.
  add column root_id bigint;
update api_tokens set root_id = id;
alter table api_tokens alter column scopes drop default, alter column root_id set not null;

create table api_token_networks (
  api_token_id bigint not null references api_tokens on delete cascade,
  ip_prefix text not null,
  first_used_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (api_token_id, ip_prefix)
);
comment on table api_token_networks is 'From where API tokens were used: the first half of the address.';

create table api_token_spends (
  transaction_id bigint primary key,
  root_id bigint not null,
  spent_at timestamptz not null default now()
);
comment on table api_token_spends is 'By which API token with a daily limit a transaction was made.';
create index api_token_spends_of_day on api_token_spends (root_id, spent_at);

alter type purchase_to_open add attribute token_id bigint;

insert into mail_kinds values ('api_tokens_scoped'), ('api_token_new_network');
insert into mails (user_id, kind, to_address)
  select u.id, 'api_tokens_scoped', u.email from users u
  where exists (select from api_tokens t where t.user_id = u.id and (t.ends_at is null or t.ends_at > now()));
