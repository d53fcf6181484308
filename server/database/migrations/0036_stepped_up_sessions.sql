-- When staff last gave their password, and their code, in this session; null: when they logged in.
alter table sessions add column stepped_up_at timestamptz;
