-- A withdrawal of somebody whose identity is verified, to an account in another name: it is held until staff have looked at it.
alter table withdrawals add column is_other_name boolean not null default false;
comment on column withdrawals.is_other_name is 'The holder of the account has not two names of the verified owner of the wallet, and such withdrawals were held.';
