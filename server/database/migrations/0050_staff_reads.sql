-- Which of the staff saw whose data. What staff change has its own record; this is for what they look at.
create table staff_reads (
  id bigint generated always as identity primary key,
  reader_id bigint not null references users,
  -- Whose data it was; null for a list of several people, or of what names nobody.
  subject_id bigint references users,
  call text not null,
  -- Of a list: what was looked for. Without numbers and references that were typed.
  filter jsonb,
  request_id text,
  happened_at timestamptz not null default now(),
  -- The same again within the hour leaves no second row, so that looking often does not fill the disk.
  hour timestamptz not null default date_bin('1 hour', now(), timestamptz 'epoch'),
  check (subject_id is null or filter is null),
  constraint staff_reads_once_an_hour unique nulls not distinct (reader_id, subject_id, call, hour, filter)
);
comment on table staff_reads is 'Who of the staff read whose data, by which call. Append-only: one row for each reader, person or list, call and hour.';
create index staff_reads_of_subject on staff_reads (subject_id, id desc) where subject_id is not null;
create index staff_reads_of_reader on staff_reads (reader_id, id desc);
create index staff_reads_by_time on staff_reads (happened_at);
