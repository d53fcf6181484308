-- Refuses that the questions after a delivery or payout (return_check_marks), or after a refusal of what nobody knew, end before the last of
-- them or are put off beyond it:
--
--   return_check_at becomes   is refused
--   null                      of what has ended so, until the last mark after the answer; of a delivery, also after a refund by staff
--   more than 2 hours away    beyond the last mark after the answer or the refund
--
-- A usual delivery is asked about in a minute, so that on its way only the condition runs.
create or replace function refuse_missed_return() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
declare
  last_mark constant interval := (select max(mark) from unnest(return_check_marks(tg_argv[0])) as m(mark));
  refunded_at timestamptz;
  asked_until timestamptz;
begin
  if tg_argv[0] = 'purchase' then
    refunded_at := (select t.settled_at from transactions t where t.id = new.transaction_id and t.status = 'refunded');
  end if;
  if new.return_check_at is null then
    if new.state = 'refused' and new.first_not_found_at is null then return null; end if;
    asked_until := last_mark + greatest(coalesce(new.answered_at, '-infinity'), case new.state when 'delivered' then refunded_at end);
    if asked_until <= now() then return null; end if;
  else
    asked_until := last_mark + greatest(coalesce(new.answered_at, '-infinity'), refunded_at);
    if new.return_check_at <= asked_until then return null; end if;
  end if;
  raise exception 'a row of % is to be asked about until %', tg_table_name, asked_until
    using errcode = 'check_violation', constraint = tg_name;
end $$;

create or replace trigger purchase_attempts_are_asked_to_the_end after update of return_check_at on purchase_attempts
  for each row when (new.return_check_at > now() + interval '2 hours'
    or new.return_check_at is null and old.return_check_at is not null and new.state in ('delivered', 'delivered_late', 'refused'))
  execute function refuse_missed_return('purchase');
create or replace trigger withdrawals_are_asked_to_the_end after update of return_check_at on withdrawals
  for each row when (new.return_check_at > now() + interval '2 hours'
    or new.return_check_at is null and old.return_check_at is not null and new.state in ('delivered', 'delivered_late', 'refused'))
  execute function refuse_missed_return('withdrawal');
