-- What staff refunded has an end of its own when its supplier gives the cost back. The longer list holds for every row that the shorter one
-- held for, so nothing has to be read again.
alter table purchase_attempts drop constraint purchase_attempts_state_check;
alter table purchase_attempts add constraint purchase_attempts_state_check check (
  state in ('sent', 'unknown', 'manual', 'delivered', 'refused', 'reversed', 'delivered_late', 'reversed_late', 'recovered')) not valid;

-- A refund by staff used to take the cost from the supplier at once. Its postings stay as they are, and there is nothing left to turn round.
create table refunds_without_loss (
  transaction_id bigint primary key
);
comment on table refunds_without_loss is
  'Refunds by staff from before their cost was a loss of the house: the posting took it from the supplier. Written by a migration alone.';
insert into refunds_without_loss (transaction_id)
select p.reference::bigint from postings p
where p.code = 'purchase.refund' and exists (
  select from entries e join accounts a on a.id = e.account_id where e.posting_id = p.id and a.kind = 'supplier');
update purchase_attempts a set state = 'recovered', return_check_at = null
from refunds_without_loss r where a.transaction_id = r.transaction_id and a.state = 'delivered';

-- What the books took so from a supplier since its statements are compared, it may not have given back: by so much the base may be off.
update supplier_floats f set base_slack_kobo = f.base_slack_kobo + coalesce((
  select -sum(e.amount) from postings p
  join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id and a.kind = 'supplier' and a.name = f.supplier
  where p.code = 'purchase.refund' and p.posted_at > f.base_at), 0);
