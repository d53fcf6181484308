-- What was delivered or paid out can be taken back, and the word of that can get lost: it is asked about again for a while.
alter table purchase_attempts add column return_check_at timestamptz;
comment on column purchase_attempts.return_check_at is
  'When the supplier of a delivered attempt is asked whether it took it back; null when it is not asked by itself (any more).';
alter table withdrawals add column return_check_at timestamptz;
comment on column withdrawals.return_check_at is
  'When the bank is asked whether a paid withdrawal came back; null when it is not asked by itself (any more).';

create table provider_paces (
  provider text primary key,
  -- The questions that were allowed up to this moment have been asked.
  used_until timestamptz not null
);
comment on table provider_paces is 'How much of its allowance of questions about what was delivered or paid each supplier or bank has used, for all processes together.';
