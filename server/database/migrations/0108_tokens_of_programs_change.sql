-- The session of a program gets another token, too, when its owner says anew who they are. What it had goes on for a while: nobody knows when
-- a program reads the new one.
create table session_tokens (
  -- SHA-256 of the token, as in sessions.
  token_hash bytea primary key,
  session_hash bytea not null references sessions on delete cascade on update cascade,
  -- Null of the present one. The row stays when it is over: of the first token of a session it says that it opens nothing any more.
  ends_at timestamptz
);
comment on table session_tokens is 'Tokens of sessions that no browser opened, from the second one on and with the first beside it: each opens its session until it ends. A session without rows here has the one token that is in sessions.';
create unique index session_tokens_present on session_tokens (session_hash) where ends_at is null;
create index session_tokens_of_session on session_tokens (session_hash);
