create table bank_balances (
  bank text primary key,
  balance_kobo bigint,
  read_at timestamptz,
  asked_at timestamptz not null,
  problem text,
  constraint balances_have_a_time check ((balance_kobo is null) = (read_at is null))
);
comment on table bank_balances is
  'What is left to pay withdrawals from, as the bank says: the last reading that succeeded, and what came of the last one.';
