-- Staff debit a wallet: what was credited by mistake, and a card payment that its bank has called back.
create table debits (
  -- Out of the sequence of transactions: that of the transaction which shows it, where it took something from the wallet.
  id bigint primary key,
  kind text not null check (kind in ('clawback', 'chargeback')),
  -- The transaction that had brought the money: it is debited once.
  source_id bigint not null constraint debits_happen_once unique references transactions,
  user_id bigint not null references users,
  -- In all; of it out of the wallet, at our loss, and the fee that we give up.
  paid_kobo bigint not null check (paid_kobo > 0),
  taken_kobo bigint not null check (taken_kobo >= 0),
  lost_kobo bigint not null check (lost_kobo >= 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  actor_id bigint not null references users,
  -- By which request a second admin confirmed it; null where there was none.
  request_id bigint unique references staff_requests,
  reason text not null check (reason <> ''),
  made_at timestamptz not null default now(),
  constraint debits_add_up check (paid_kobo = taken_kobo + lost_kobo + fee_kobo),
  constraint clawbacks_come_from_the_wallet check (kind = 'chargeback' or taken_kobo = paid_kobo),
  constraint nobody_debits_themselves check (user_id <> actor_id)
);
comment on table debits is 'Money that staff took out of a wallet, once for each transaction that had brought it. Append-only.';
insert into mail_kinds values ('wallet_debited');
