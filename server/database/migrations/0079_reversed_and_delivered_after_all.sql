-- A sale whose money went back because the supplier took it back may be delivered after all: its attempt is late then, and still the one
-- that was sold.
alter table purchase_attempts add column reversal text;
comment on column purchase_attempts.reversal is
  'How a delivery was taken back the first time: its money returned (reversed), or the loss of a refund by staff was turned round (recovered). It stays when it is delivered after all.';
update purchase_attempts set reversal = state where state in ('reversed', 'recovered');
alter table purchase_attempts add constraint reversal_as_the_state_says check (
  case when state in ('reversed', 'recovered') then reversal is not distinct from state
    when state in ('delivered_late', 'reversed_late') then reversal is null or reversal in ('reversed', 'recovered')
    else reversal is null end) not valid;
alter table purchase_attempts validate constraint reversal_as_the_state_says;
-- It takes one thing more.
drop function if exists decide_settlement(text, boolean, text[], text, text, timestamptz, timestamptz, text, text[]);
