-- Refuses that a payment, a withdrawal or a coupon says of its money what no posting says, and any other end than the one that it has. And that
-- a withdrawal which may have been sent looks as if it was not.
create or replace function refuse_other_end() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_code text;
  v_reference text;
begin
  if tg_table_name = 'coupons' then
    if old.redeemed_at is null and old.voided_at is null then return new; end if;
  elsif tg_table_name = 'payments' then
    if (new.state, new.paid_kobo) is not distinct from (old.state, old.paid_kobo) then return new; end if;
    v_code := case new.state when 'credited' then 'funding.card' when 'suspense' then 'funding.suspense' end;
    v_reference := new.gateway || ':' || new.reference;
    if old.state in ('initiated', 'failed') and v_code is null then return new; end if;
    if old.state in ('credited', 'suspense') then v_code := null; end if;
  else
    if new.state = old.state then return new; end if;
    if new.state = 'held' then
      raise exception 'a withdrawal that is % may have been sent', old.state
        using errcode = 'check_violation', constraint = 'what_was_sent_is_not_held';
    end if;
    v_code := case new.state when 'delivered' then 'withdraw.pay' when 'refused' then 'withdraw.return' when 'reversed' then 'withdraw.reverse'
      when 'delivered_late' then 'withdraw.late_pay' when 'reversed_late' then 'withdraw.late_reverse' end;
    v_reference := new.transaction_id::text;
    if old.state in ('held', 'sent', 'unknown', 'manual') and v_code is null then return new; end if;
  end if;
  if not exists (select from postings where code = v_code and reference = v_reference) then
    raise exception 'nothing was posted that would end one of % so', tg_table_name
      using errcode = 'check_violation', constraint = 'ends_have_postings';
  end if;
  return new;
end $$;

create or replace trigger payments_end_once before update of state, paid_kobo on payments for each row execute function refuse_other_end();
create or replace trigger withdrawals_end_with_postings before update of state on withdrawals for each row execute function refuse_other_end();
create or replace trigger coupons_end_once
  before update of redeemed_at, redeem_transaction_id, voided_at, voided_by, void_reason, void_transaction_id on coupons
  for each row execute function refuse_other_end();
