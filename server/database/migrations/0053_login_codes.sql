-- Whoever logs in with a password on a device that the account does not know gives a code that went to the owner.
create table login_codes (
  user_id bigint not null references users,
  -- Keyed, as in devices: the code works there alone.
  device_hash bytea not null,
  device text not null,
  -- With a key that is not in the database. Null until the mail leaves.
  code_hash bytea,
  tries integer not null default 0,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, device_hash)
);
comment on table login_codes is 'Logins on new devices that wait for the code that was mailed, for some minutes.';
create index login_codes_over on login_codes (expires_at);

insert into mail_kinds values ('login_code');
insert into security_event_kinds values ('login_code_sent');
