-- no transaction
-- What was delivered or paid lately, before there were such questions.
update purchase_attempts set return_check_at = now()
where state in ('delivered', 'delivered_late') and return_check_at is null and answered_at > now() - interval '24 hours';
update withdrawals set return_check_at = now()
where state in ('delivered', 'delivered_late') and return_check_at is null and answered_at > now() - interval '72 hours';
drop index concurrently if exists purchase_attempts_return_checks;
create index concurrently purchase_attempts_return_checks on purchase_attempts (supplier, return_check_at) where return_check_at is not null;
drop index concurrently if exists withdrawals_return_checks;
create index concurrently withdrawals_return_checks on withdrawals (provider, return_check_at) where return_check_at is not null;
