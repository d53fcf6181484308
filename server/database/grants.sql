-- What the running program may do, granted anew at each start. It owns nothing: the books cannot be edited by it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'jara_app') then
    create role jara_app nologin;
  end if;
exception when duplicate_object then null;
end $$;
grant jara_app to current_user;
grant usage on schema public to jara_app;
grant select, insert, update, delete on all tables in schema public to jara_app;
grant usage on all sequences in schema public to jara_app;
revoke update, delete on entries, postings, staff_actions, suspense_decisions, recorded_rights, seals from jara_app;
revoke delete on accounts, transactions, purchase_attempts, payments, withdrawals, hook_events, users from jara_app;
revoke delete on recoveries, recovery_items from jara_app;
revoke delete on bank_transfers, reserved_accounts, coupons, referral_rewards from jara_app;
revoke insert, update, delete on account_kinds, transaction_types, networks, identity_kinds, mail_kinds from jara_app;
revoke insert, update, delete on schema_migrations, schema_functions from jara_app;
