-- Whoever is stopped by wrong passwords of others, on a device that the account does not know, proves the mailbox there and is counted alone.
create table device_codes (
  user_id bigint not null references users,
  -- Keyed, as in devices: the code works there alone.
  device_hash bytea not null,
  device text not null,
  -- Where the code goes. It proves nothing any more when the account has another address.
  email text not null,
  -- With a key that is not in the database. Null until the mail leaves, and when the code was used.
  code_hash bytea,
  tries integer not null default 0,
  asked_at timestamptz not null default now(),
  -- Of the code, and then of what it proved.
  expires_at timestamptz not null,
  proved_at timestamptz,
  primary key (user_id, device_hash)
);
comment on table device_codes is 'Devices on which somebody proves the mailbox of an account, to log in where others gave too many wrong passwords; for some minutes.';
create index device_codes_over on device_codes (expires_at);

insert into mail_kinds values ('device_code');
insert into security_event_kinds values ('device_code_sent'), ('device_proved');
