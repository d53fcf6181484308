-- How far the books were proved, and what came of it: shared by all processes, so that one of them does the work.
create table book_proofs (
  kind text primary key check (kind in ('new postings', 'whole')),
  up_to_posting_id bigint not null,
  -- Since the last whole proof.
  broken_rules integer not null,
  proved_at timestamptz not null default now()
);
comment on table book_proofs is 'When the books were proved last: the postings since the watermark, every minute, and the whole, every night.';
