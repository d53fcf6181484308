-- A withdrawal has the states of an attempt of a purchase, under the same names.
alter table withdrawals drop constraint withdrawals_state_check;
update withdrawals set state = case state when 'paid' then 'delivered' when 'failed' then 'refused' else 'delivered_late' end
where state in ('paid', 'failed', 'paid_late');
alter table withdrawals add constraint withdrawals_state_check check (
  state in ('sent', 'unknown', 'manual', 'delivered', 'refused', 'reversed', 'delivered_late'));
