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
-- The books are written by functions that run as their owner, and by nothing else.
revoke insert, update, delete on postings, entries, accounts, house_balances from jara_app;
grant update (standing, frozen_at, daily_limit_kobo, held_since, held_until, held_because, held_purchases_kobo, payouts_held_at) on accounts to jara_app;
-- The same of what users see of them, but for what a provider calls it.
revoke insert, update, delete on transactions from jara_app;
grant update (payment_link, supplier_id, supplier_message) on transactions to jara_app;
-- What happened stays as it was written; what became of it since is added.
revoke insert, update, delete on purchase_attempts from jara_app;
grant update (delivery_reported_at, decided_at, next_check_at, return_check_at) on purchase_attempts to jara_app;
revoke update, delete on withdrawals, payments, coupons from jara_app;
revoke insert, update, delete on idempotency_keys from jara_app;
grant update (state, provider_reference, message, raw, checks, first_not_found_at, sent_at, answered_at, next_check_at, return_check_at)
  on withdrawals to jara_app;
grant update (state, paid_kobo, provider_reference, checks, next_check_at, settled_at) on payments to jara_app;
grant update (redeemed_at, redeem_transaction_id, sealed_code, voided_at, voided_by, void_reason, void_transaction_id) on coupons to jara_app;
revoke update, delete on staff_actions, standings, suspense_decisions, debits, recorded_rights, seals, bank_transfers, referral_rewards, security_events
  from jara_app;
-- What was written about a problem stays as it was written.
revoke update, delete on dispute_messages from jara_app;
revoke update, delete on disputes from jara_app;
grant update (state, closed_at) on disputes to jara_app;
-- Who looked at whom: when is the database's word.
revoke insert, update, delete on staff_reads from jara_app;
grant insert (reader_id, subject_id, call, filter, request_id) on staff_reads to jara_app;
revoke update, delete on staff_requests from jara_app;
grant update (state, ended_by, ended_at, ended_reason) on staff_requests to jara_app;
-- Only whoever may change a column of a row may lock it.
grant update (sender) on bank_transfers to jara_app;
-- A hook stays as it came; when it is old, clear_archived takes its body away.
revoke update on hook_events from jara_app;
grant update (handled_at) on hook_events to jara_app;
-- What was archived stays on record.
revoke update, delete on archive_files from jara_app;
grant update (ended_at) on archive_files to jara_app;
revoke update, delete on archive_folders from jara_app;
revoke delete on hook_events, users, reserved_accounts, recoveries, recovery_items from jara_app;
revoke insert, update, delete on account_kinds, transaction_types, networks, identity_kinds, mail_kinds, security_event_kinds from jara_app;
revoke insert, update, delete on schema_migrations, schema_functions, installation, catalogue_version, identity_hash_keys from jara_app;
revoke insert, update, delete on refunds_without_loss from jara_app;
-- Sums are made by a function that runs as their owner.
revoke insert, update, delete on transaction_sums, summed_users, transaction_sums_mark, transactions_apart from jara_app;
revoke insert, update, delete on user_sums, user_sums_mark, users_apart from jara_app;
-- Mails are counted by functions that run as their owner, as they end or when all have.
revoke insert, update, delete on mail_campaign_counts from jara_app;
-- Whoever could make something in the schema could put it in the way of a function that runs as the owner.
revoke create on schema public from public, jara_app;
revoke execute on all functions in schema public from public;
grant execute on all functions in schema public to jara_app;
