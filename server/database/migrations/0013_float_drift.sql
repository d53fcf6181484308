-- What a supplier states of our money is held against the books.
alter table supplier_floats
  -- What was stated plus what the books had spent there when the comparison began, and every difference that staff accepted since.
  add column base_kobo bigint,
  add column base_at timestamptz,
  -- What was in flight at that moment: by so much the base may be off.
  add column base_slack_kobo bigint not null default 0,
  -- By how much the last reading is off; null while the books explain it.
  add column drift_kobo bigint,
  add column drift_since timestamptz,
  add constraint drifts_have_a_time check ((drift_kobo is null) = (drift_since is null));
