-- A device that was logged out for safety: whoever holds it is asked again as on a new one, and it counts as new once somebody logged in there anew. The
-- row stays, because an account without devices takes the next one for its first.
alter table devices add column distrusted_at timestamptz;
comment on column devices.distrusted_at is 'Since when no login counts it as known; null again after the next one there.';
-- Those on which nobody has logged in since the password was reset may be of whoever had the one before.
update devices d set distrusted_at = now() from users u where u.id = d.user_id and d.last_seen_at < u.password_reset_at;
