-- By which key of the installation a PIN was hashed, so that the key can be changed; null for those of before keys had ids.
alter table pins add column key_id bytea;
