-- What waits for a decision of staff, found without a look at all purchases.
alter table purchase_attempts
  -- When staff said what became of it; null while nobody has.
  add column decided_at timestamptz;
create index purchase_attempts_for_staff on purchase_attempts (transaction_id) where state = 'manual' or disputed_at is not null;
create index withdrawals_for_staff on withdrawals (transaction_id) where state = 'manual';
create index webhook_messages_given_up on webhook_messages (created_at) where state = 'failed';
