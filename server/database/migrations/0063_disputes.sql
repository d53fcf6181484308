create table disputes (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references transactions,
  user_id bigint not null references users,
  kind text not null check (kind in ('not_delivered', 'wrong_recipient', 'wrong_amount', 'token', 'other')),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint closed_at_is_of_closed check ((state = 'closed') = (closed_at is not null))
);
comment on table disputes is 'Problems that users report with a transaction of theirs: open until staff answer, answered until the user writes again or staff close it.';
create unique index one_open_dispute_each on disputes (transaction_id) where state <> 'closed';
create index disputes_of_transaction on disputes (transaction_id, id);
create index disputes_of_user on disputes (user_id, id);
create index disputes_in_hand on disputes (state, id) where state <> 'closed';
create index disputes_closed on disputes (id) where state = 'closed';
create table dispute_messages (
  id bigint generated always as identity primary key,
  dispute_id bigint not null references disputes,
  staff_id bigint references users,
  words text not null constraint words_length check (length(words) between 1 and 1000),
  closes boolean not null default false,
  written_at timestamptz not null default now(),
  constraint only_staff_close check (not closes or staff_id is not null)
);
comment on table dispute_messages is 'What was written about a dispute: by its user, or by one of the staff. Append-only for the program.';
create index messages_of_dispute on dispute_messages (dispute_id, id);
insert into mail_kinds values ('dispute_changed');
