-- Whom a user sends money to, other users and bank accounts, and since when: for a time little goes to one that is new.
create table receivers (
  user_id bigint not null references users,
  -- `user 12`, or `bank 058 0123456789`.
  receiver text not null,
  known_since timestamptz not null default now(),
  primary key (user_id, receiver)
);
comment on table receivers is 'To whom a user has sent money, or saved an account of: since when they are known.';
insert into receivers (user_id, receiver, known_since)
  select user_id, receiver, min(at) from (
    select sent.user_id, 'user ' || got.user_id as receiver, sent.created_at as at
    from transactions got join transactions sent on sent.id = got.related_id and sent.type = 'transfer' where got.type = 'transfer'
    union all
    select user_id, 'bank ' || bank_code || ' ' || account_number, coalesce(sent_at, now()) from withdrawals
    union all
    select user_id, 'bank ' || bank_code || ' ' || account_number, created_at from beneficiaries) known
  group by user_id, receiver;

create table new_receiver_sends (
  transaction_id bigint primary key references transactions,
  user_id bigint not null references users,
  receiver text not null,
  sent_at timestamptz not null default now()
);
comment on table new_receiver_sends is 'What went to receivers that were new: it is counted, as long as it did not come back.';
create index new_receiver_sends_of_receiver on new_receiver_sends (user_id, receiver);
create index new_receiver_sends_by_age on new_receiver_sends (sent_at);
