-- What a user's server was sent at the last try, word for word; null for a message that was not sent yet, and for older ones.
alter table webhook_messages add column body text;
