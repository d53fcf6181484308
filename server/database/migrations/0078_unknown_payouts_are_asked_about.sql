-- What was refused lately because the bank did not know it is asked about again, as what it paid is: it may have been paid after all. Of
-- purchases there was no note of it.
update withdrawals set return_check_at = now()
where state = 'refused' and first_not_found_at is not null and return_check_at is null and answered_at > now() - interval '72 hours';
