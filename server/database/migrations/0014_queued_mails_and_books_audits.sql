-- One word for one thing: "waiting" is what lies before staff, a mail that was not sent yet is queued; and what goes through the books is
-- the books audit.
alter table mails drop constraint mails_state_check;
update mails set state = 'queued' where state = 'waiting';
alter table mails alter column state set default 'queued';
alter table mails add constraint mails_state_check
  check (state in ('queued', 'sending', 'sent', 'refused', 'unknown', 'skipped', 'given_up'));

alter table book_proofs rename to books_audits;
alter table books_audits rename column proved_at to audited_at;
alter table books_audits rename constraint book_proofs_pkey to books_audits_pkey;
alter table books_audits rename constraint book_proofs_kind_check to books_audits_kind_check;
comment on table books_audits is 'When the books were audited last: the postings since the watermark, every minute, and the whole, every night.';
