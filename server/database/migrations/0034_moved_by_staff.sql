-- What counts against the sum that one of the staff may move on one day.
alter table staff_actions add column moved_kobo bigint check (moved_kobo > 0);
