-- What the present state of an attempt and its purchase makes of what the supplier said. Pure: the table that settle_other_outcomes
-- carries out, and the same as the program's (server/src/ledger/states.ts), with which a test compares it. "Open" is an attempt that
-- is sent, unknown or manual. The first row is not given here: settle_purchases decides it, and asks here about what is left.
--
--   applied         when                                                              what follows
--   delivered       delivered, attempt open, purchase pending (not from here)         success; price to supplier and revenue
--   delivered_late  delivered, though the money went back (also because it had been   the cost is our loss
--                   taken back) or another attempt is on its way; or, told of a
--                   delivery without its token, the same
--   more_tokens     delivered already, now with another token                         both are kept, for staff to look at
--   disputed        refused, though a token was seen or a delivery was reported       the money stays until staff decide; said once
--   returned        refused, attempt open, no further supplier                        failed; the price goes back to the wallet
--   next_attempt    refused, attempt open, and there is a further supplier            the next attempt is written
--   reversed        refused, though it had been delivered                             refunded; price, cost and margin go back
--   reversed_late   refused, though it had been delivered late                        the loss is turned round
--   recovered       refused, though it had been delivered, after staff refunded it    the loss is turned round
--   unsettled       not known yet, attempt sent or unknown                            when to ask again, or manual
--   nothing         all else: it was so already                                       only the next question is taken back
create or replace function decide_settlement(
  -- What the supplier said.
  p_outcome text, p_is_delivered boolean, p_tokens text[], p_next_supplier text,
  -- When the supplier was asked, it stood in the books that it had taken the delivery back.
  p_asked_since_reversal boolean,
  -- The attempt.
  p_state text, p_delivery_reported_at timestamptz, p_disputed_at timestamptz,
  -- The purchase.
  p_status text, p_known_tokens text[])
returns text language sql immutable as $$
  select case
    when p_outcome = 'refused' and p_state = 'delivered' and p_status = 'refunded' then 'recovered'
    when p_outcome = 'delivered' and p_state in ('sent', 'unknown', 'manual', 'refused') then 'delivered_late'
    when p_is_delivered and p_state = 'refused' then 'delivered_late'
    when (p_outcome = 'delivered' or p_is_delivered) and p_state in ('reversed', 'recovered') and p_asked_since_reversal then 'delivered_late'
    when p_outcome = 'delivered' and p_state = 'delivered' and not p_tokens <@ p_known_tokens then 'more_tokens'
    when p_outcome = 'refused' and p_state in ('sent', 'unknown', 'manual', 'delivered')
        and (p_delivery_reported_at is not null or cardinality(p_known_tokens) > 0 or cardinality(p_tokens) > 0) then
      case when p_disputed_at is null and p_status in ('pending', 'success') then 'disputed' else 'nothing' end
    when p_outcome = 'refused' and p_state in ('sent', 'unknown', 'manual') and p_status = 'pending' then
      case when p_next_supplier is null then 'returned' else 'next_attempt' end
    when p_outcome = 'refused' and p_state = 'delivered' and p_status = 'success' then 'reversed'
    when p_outcome = 'refused' and p_state = 'delivered_late' then 'reversed_late'
    when p_outcome = 'unsettled' and p_state in ('sent', 'unknown') then 'unsettled'
    else 'nothing'
  end
$$;
