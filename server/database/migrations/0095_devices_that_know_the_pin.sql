-- Where the right PIN was given: wrong ones on that device count there alone.
alter table devices add column pin_known_for timestamptz;
comment on column devices.pin_known_for is 'The set_at of the PIN that was given there; another PIN knows it no more.';
-- A PIN that is changed is as old as it was, and its hash becomes another one by another key: wrong ones are counted by what changes with the digits alone.
alter table pins add column chosen_at timestamptz not null default now();
update pins set chosen_at = set_at;
comment on column pins.chosen_at is 'Since when it has these digits.';
