-- What admins hear of by mail although nobody looks: once for each alarm and day, whichever process noticed it and however often.
insert into mail_kinds values ('backup_alarm'), ('archive_alarm'), ('books_alarm'), ('float_drift');

create table staff_alarms (
  kind text not null references mail_kinds,
  -- What it is about, where there are several of a kind: a supplier.
  subject text not null default '',
  -- In Lagos.
  day date not null,
  words text not null,
  raised_at timestamptz not null default now(),
  primary key (kind, subject, day)
);
comment on table staff_alarms is 'alarms that admins are mailed about; its key is why they get one mail for each and day';
