-- A session that a browser opened gets another token when its owner says anew who they are: its device goes on hearing notices.
alter table push_subscriptions
  drop constraint push_subscriptions_session_token_hash_fkey,
  add constraint push_subscriptions_session_token_hash_fkey foreign key (session_token_hash) references sessions
    on delete cascade on update cascade;
