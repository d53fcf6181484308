-- A time in which hardly any money leaves a wallet, because somebody may have taken the account over: after its password was reset, and after
-- its PIN was removed by whoever did not know it. It stands in the row of the wallet, as the owner's freeze does, which every debit locks and
-- reads. `held_since` counts what purchases take meanwhile: being held again gives nothing more.
-- A reset of before this migration holds nothing: only functions of the ledger write accounts, and it is a matter of one day.
alter table accounts
  add column held_since timestamptz,
  add column held_until timestamptz,
  add column held_because text check (held_because in ('reset', 'pin_removed')),
  add column held_purchases_kobo bigint check (held_purchases_kobo >= 0),
  add constraint holds_are_whole check (num_nulls(held_since, held_until, held_because, held_purchases_kobo) in (0, 4)),
  drop constraint only_wallets_are_guarded,
  add constraint only_wallets_are_guarded check (
    kind = 'wallet'
    or (frozen_at is null and daily_limit_kobo is null and standing = 'active' and held_until is null));

create table pin_removals (
  user_id bigint primary key references users,
  asked_at timestamptz not null default now(),
  -- When the PIN is removed, unless somebody keeps it.
  due_at timestamptz not null
);
comment on table pin_removals is 'PINs that somebody asked to remove who gave the password alone: done after a wait that the owner was told of.';
create index pin_removals_due on pin_removals (due_at);

insert into mail_kinds values ('pin_removal_asked');
