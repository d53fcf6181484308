-- A request that is sent twice with one key brings the same answer of a passkey twice: it is kept for as long as it may come again.
alter table passkey_challenges
  -- Of the answer and the idempotency key that came with it; keyed. Null while nothing came, and of answers without a key.
  add column answer_hash bytea check (answer_hash is null or purpose = 'step_up'),
  add column answered_at timestamptz check ((answered_at is null) = (answer_hash is null)),
  -- When it was found right and its use noted.
  add column noted_at timestamptz check (noted_at is null or answer_hash is not null);
comment on table passkey_challenges is 'What passkeys were asked to sign. The first answer removes it; one that came with an idempotency key and was right stays until it is over, so that the same request can be sent again.';

alter table attempt_counters
  -- Of the attempts, of what is counted before it is looked at: those that are known to be wrong, and when the last one began.
  add column wrong integer not null default 0,
  add column last_try_at timestamptz;
