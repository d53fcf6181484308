/** Of the functions of the database. */
import type { Mutant } from './mutant.ts';

const functions = 'server/database/functions';
const slices = 'server/src/slices';
const purchases = `${slices}/purchases`;
const statesTest = `${purchases}/settle-states.test.ts`;
const answersTest = `${purchases}/settle-answers.test.ts`;
const openTest = `${purchases}/open-purchases.test.ts`;
const controlsTest = `${slices}/spending-controls/spending-controls.test.ts`;
const debitTest = `${slices}/debits/debit.test.ts`;

const ofOpenPurchases = (rule: string, text: string, mutated: string): Mutant => ({
  rule,
  file: `${functions}/open_purchases.sql`,
  text,
  mutated,
  tests: [openTest],
});

const ofOpening: readonly Mutant[] = [
  {
    rule: 'the day of spending begins at midnight in Lagos',
    file: `${functions}/lagos_midnight.sql`,
    text: `date_trunc('day', at at time zone 'Africa/Lagos') at time zone 'Africa/Lagos'`,
    mutated: `date_trunc('day', at at time zone 'UTC') at time zone 'UTC'`,
    tests: [controlsTest],
  },
  {
    rule: 'what left in the last minute before midnight is not of today',
    file: `${functions}/spending/spent_since.sql`,
    text: ' and moved.created_at >= p_since\n',
    mutated: '\n',
    tests: [controlsTest],
  },
  {
    rule: 'what left in the moment of midnight is of today',
    file: `${functions}/spending/spent_since.sql`,
    text: 'moved.created_at >= p_since\n',
    mutated: 'moved.created_at > p_since\n',
    tests: [controlsTest],
  },
  {
    rule: 'what staff debited is not spent by its owner',
    file: `${functions}/spending/spent_since.sql`,
    text: ` and not (moved.type = 'wallet' and exists (select from debits d where d.id = moved.id))`,
    mutated: '',
    tests: [debitTest],
  },
  {
    rule: 'what came back is not spent',
    file: `${functions}/spending/spent_since.sql`,
    text: ` and moved.status in ('pending', 'success')`,
    mutated: '',
    tests: [controlsTest],
  },
  ofOpenPurchases(
    'the exact rest of a spending limit buys',
    'elsif v_left < item.price then',
    'elsif v_left <= item.price then',
  ),
  {
    rule: 'a purchase lowers what its limit leaves to the next of the same batch',
    file: `${functions}/open_purchases.sql`,
    text: ' v_left := v_left - item.price;',
    mutated: '',
    tests: [openTest, controlsTest],
  },
  ofOpenPurchases(
    'another plan of the same product is no duplicate',
    ' and t.plan_id is not distinct from x.plan_id',
    '',
  ),
  ofOpenPurchases(
    'another plan of the same product is no duplicate in its batch either',
    'item.product, item.plan_id, item.face_value, item.recipient)::text',
    'item.product, item.face_value, item.recipient)::text',
  ),
  ofOpenPurchases(
    'what failed is no duplicate',
    `and t.status in ('pending', 'success') and t.created_at`,
    'and t.created_at',
  ),
  ofOpenPurchases(
    'the same purchase twice in one batch is asked about again',
    'elsif v_stands_earlier then',
    'elsif false then',
  ),
  ofOpenPurchases(
    'what others bought in the same batch is no duplicate of it',
    `      v_keys := '{}'; v_bought := '{}';\n`,
    '',
  ),
  ofOpenPurchases(
    'the same purchase twice in one batch is found beside other wallets',
    'has_several constant boolean := cardinality(wallets) < cardinality(p_items);',
    'has_several constant boolean := cardinality(wallets) = 1;',
  ),
  ofOpenPurchases(
    'what a wallet buys beside other wallets is decided one after the other',
    'array(select x from unnest(p_items) x order by x.wallet, x.n)',
    'p_items',
  ),
  {
    ...ofOpenPurchases(
      'who is looked at is who is charged, wherever the list begins',
      `array_ndims(p_items) <> 1 or array_lower(p_items, 1) <> 1`,
      'array_ndims(p_items) <> 1',
    ),
    tests: ['server/src/ledger/forged-batches.test.ts'],
  },
  ofOpenPurchases(
    'a wallet buys for exactly what it holds',
    'elsif v_balance < item.price then',
    'elsif v_balance <= item.price then',
  ),
  ofOpenPurchases(
    'each purchase of a batch finds what the one before it left',
    'v_balance := v_balance - item.price;',
    'v_balance := v_balance - 0;',
  ),
  ofOpenPurchases(
    'a frozen wallet buys nothing',
    'elsif known.frozen_at is not null then',
    'elsif false then',
  ),
  ofOpenPurchases(
    'a session that was ended buys nothing',
    'if (item.token_id is null and known.session_works is null) or',
    'if',
  ),
  ofOpenPurchases(
    "a session is its user's",
    ' and s.user_id = x.user_id and s.expires_at',
    ' and s.expires_at',
  ),
  ofOpenPurchases(
    'a session that has expired buys nothing',
    ' and s.expires_at > now() limit 1) session',
    ' limit 1) session',
  ),
  ofOpenPurchases('a locked service sells nothing', 'elsif not known.is_open then', 'elsif false then'),
  ofOpenPurchases(
    'a key that was used for another request is refused',
    `case when known.key_matches then 'replay' else 'key_reused' end`,
    `'replay'`,
  ),
  ofOpenPurchases("a key is its owner's", 'k.user_id = x.user_id and k.key = x.key', 'k.key = x.key'),
];

const ofSettling: readonly Mutant[] = [
  {
    rule: 'what a supplier takes back after a refund by staff is not paid back again',
    file: `${functions}/decide_settlement.sql`,
    text: `p_status = 'refunded' then 'recovered'`,
    mutated: `p_status = 'refunded' then 'reversed'`,
    tests: [statesTest, `${purchases}/refund.test.ts`],
  },
  {
    rule: 'a dispute is raised once',
    file: `${functions}/decide_settlement.sql`,
    text: `case when p_disputed_at is null and p_status`,
    mutated: 'case when p_status',
    tests: [statesTest],
  },
  {
    rule: 'money does not return by itself where a token was seen',
    file: `${functions}/decide_settlement.sql`,
    text: 'p_delivery_reported_at is not null or cardinality(p_known_tokens) > 0 or cardinality(p_tokens) > 0',
    mutated: 'p_delivery_reported_at is not null',
    tests: [statesTest],
  },
  {
    rule: 'a delivery after its money returned is a loss',
    file: `${functions}/decide_settlement.sql`,
    text: `p_outcome = 'delivered' and p_state in ('sent', 'unknown', 'manual', 'refused')`,
    mutated: `p_outcome = 'delivered' and p_state in ('sent', 'unknown', 'manual')`,
    tests: [statesTest],
  },
  {
    rule: 'what staff were given to decide is not asked about again by itself',
    file: `${functions}/decide_settlement.sql`,
    text: `p_outcome = 'unsettled' and p_state in ('sent', 'unknown') then`,
    mutated: `p_outcome = 'unsettled' and p_state in ('sent', 'unknown', 'manual') then`,
    tests: [statesTest],
  },
  {
    rule: 'a late word of the supplier ends a purchase that was handed to staff',
    file: `${functions}/settle_purchases.sql`,
    text: `a.state in ('sent', 'unknown', 'manual')`,
    mutated: `a.state in ('sent', 'unknown')`,
    tests: [statesTest],
  },
  {
    rule: 'of a delivery its cost goes to the supplier and the rest is revenue',
    file: `${functions}/settle_purchases.sql`,
    text: '(suppliers ->> s.supplier)::bigint, s.cost_kobo),',
    mutated: '(suppliers ->> s.supplier)::bigint, s.price_kobo - s.cost_kobo),',
    tests: [`${purchases}/outcomes.test.ts`, `${purchases}/buy-airtime.test.ts`],
  },
  {
    rule: 'a snapshot of a house account takes in no posting that is younger than five minutes',
    file: `${functions}/roll_up_house_balances.sql`,
    text: `posted_at < now() - interval '5 minutes'`,
    mutated: 'posted_at < now()',
    tests: ['server/src/ledger/audit.test.ts'],
  },
  {
    rule: 'a delivery is asked about again, whether it came back',
    file: `${functions}/settle_purchases.sql`,
    text: 'return_check_at = now() + first_return_check',
    mutated: 'return_check_at = null',
    tests: [`${purchases}/return-checks.test.ts`],
  },
  {
    rule: 'a hint that came while the supplier was asked is followed',
    file: `${functions}/settle_purchases.sql`,
    text: 'next_check_at = case when a.next_check_at = to_timestamp(0) then a.next_check_at end',
    mutated: 'next_check_at = null',
    tests: [`${purchases}/settle.race.test.ts`, `${purchases}/late.test.ts`],
  },
  {
    rule: 'a purchase gives back its price',
    file: `${functions}/settle_other_outcomes.sql`,
    text: 'w.balance + sum(d.price_kobo) over',
    mutated: 'w.balance + sum(d.cost_kobo) over',
    tests: [`${purchases}/outcomes.test.ts`],
  },
  {
    rule: 'the cost of a late delivery is our loss',
    file: `${functions}/settle_other_outcomes.sql`,
    text: `when 'delivered_late' then -s.cost_kobo when`,
    mutated: `when 'delivered_late' then -s.price_kobo when`,
    tests: [`${purchases}/late.test.ts`],
  },
  {
    rule: 'what a supplier takes back takes its margin with it',
    file: `${functions}/settle_other_outcomes.sql`,
    text: `when s.applied = 'reversed' then s.cost_kobo - s.price_kobo end`,
    mutated: `when s.applied = 'reversed' then s.price_kobo - s.cost_kobo end`,
    tests: [`${purchases}/outcomes.test.ts`, `${purchases}/return-checks.test.ts`],
  },
  {
    rule: 'the first "not known" is the one that the quiet time counts from',
    file: `${functions}/settle_other_outcomes.sql`,
    text: 'then coalesce(a.first_not_found_at, now())',
    mutated: 'then now()',
    tests: [answersTest],
  },
  {
    rule: 'a broken connection leaves the first "not known" as it was',
    file: `${functions}/settle_other_outcomes.sql`,
    text: `when q.outcome = 'unknown' then a.first_not_found_at end`,
    mutated: 'end',
    tests: [answersTest],
  },
];

const ofGuardingTheBooks: readonly Mutant[] = [
  {
    rule: 'a posting that does not sum to zero is refused by the database',
    file: `${functions}/triggers/refuse_unbalanced_postings.sql`,
    text: 'having sum(amount) <> 0 or count(*) < 2',
    mutated: 'having count(*) < 2',
    tests: ['server/src/ledger/append-only.test.ts', 'server/test/database.test.ts'],
  },
  {
    rule: 'what stands in the books is not changed',
    file: `${functions}/triggers/refuse_change.sql`,
    text: `raise exception '% is append-only: correct by a new posting', tg_table_name using errcode = 'insufficient_privilege';`,
    mutated: 'return null;',
    tests: ['server/src/ledger/append-only.test.ts', 'server/test/database.test.ts'],
  },
  {
    rule: 'the last question about a delivery that was not answered is asked again',
    file: `${functions}/return_check_next.sql`,
    text: 'if not p_is_answered and',
    mutated: 'if false and',
    tests: [`${purchases}/return-checks.test.ts`, `${slices}/withdrawals/returned-payouts.test.ts`],
  },
  {
    rule: 'a new admin is on record for the proof',
    file: `${functions}/triggers/record_rights.sql`,
    text: `case when new.is_admin then 'admin' end`,
    mutated: 'null',
    tests: ['server/src/ledger/corruptions-others.test.ts'],
  },
  {
    rule: 'a refund says the price of what it gives back',
    file: `${functions}/record_refund.sql`,
    text: `    t.price_kobo, p_balance_before, p_balance_after`,
    mutated: '    null, p_balance_before, p_balance_after',
    tests: [`${purchases}/refund.test.ts`, `${purchases}/outcomes.test.ts`],
  },
  {
    rule: 'the sums of users know who has another phone number',
    file: `${functions}/triggers/set_user_apart.sql`,
    text: '(new.user_type, new.user_name, new.phone, new.referred_by) then',
    mutated: '(new.user_type, new.user_name, old.phone, new.referred_by) then',
    tests: ['server/src/ledger/sums/user-sums.test.ts'],
  },
];

export const mutantsOfFunctions: readonly Mutant[] = [...ofOpening, ...ofSettling, ...ofGuardingTheBooks];
