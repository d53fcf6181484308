-- Money in suspense has a way out: staff credit it, or book that it went back.
create table suspense_decisions (
  -- The posting that put it there: decided once.
  posting_id bigint primary key references postings,
  outcome text not null check (outcome in ('credit', 'return')),
  -- What stood in suspense: kobo, or hundredths of the currency that a card paid in.
  paid_kobo bigint not null check (paid_kobo > 0),
  -- Of a credit: what came in, in kobo of naira, and what of it is the fee.
  amount_kobo bigint,
  fee_kobo bigint,
  user_id bigint references users,
  transaction_id bigint constraint suspense_decisions_transaction unique references transactions,
  actor_id bigint not null references users,
  reason text not null check (reason <> ''),
  decided_at timestamptz not null default now(),
  constraint credits_name_their_wallet check (
    (outcome = 'credit') = (amount_kobo is not null) and (outcome = 'credit') = (fee_kobo is not null)
    and (outcome = 'credit') = (user_id is not null) and (outcome = 'credit') = (transaction_id is not null)),
  constraint credits_are_more_than_nothing check (fee_kobo >= 0 and amount_kobo > fee_kobo),
  constraint nobody_credits_themselves check (user_id <> actor_id)
);
comment on table suspense_decisions is 'What staff decided about money that came in and could not be credited: once for each. Append-only.';
