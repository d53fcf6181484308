/**
 * Of what is decided about money that came back or stands aside, of when what has no outcome is asked about, of what is sent twice, and of the
 * chain of seals.
 */
import type { Mutant } from './mutant.ts';

const functions = 'server/database/functions';
const slices = 'server/src/slices';
const purchases = `${slices}/purchases`;
const recoverTest = `${purchases}/recover-refund.test.ts`;
const suspense = `${slices}/suspense/decide-suspense.ts`;
const suspenseTest = `${slices}/suspense/suspense.test.ts`;
const twins = `${slices}/transactions/refuse-twin.ts`;
const twinTest = `${slices}/transactions/refuse-twin.test.ts`;
const seals = 'server/src/ledger/chain/seals.ts';
const chain = 'server/src/ledger/chain/chain-rules.ts';
const sealsTest = 'server/src/ledger/chain/seals.test.ts';

const ofRefunds: readonly Mutant[] = [
  {
    rule: 'a refund by staff costs the house',
    file: `${purchases}/refund-purchase.ts`,
    text: `await houseAccount(db, 'loss', 'refund')`,
    mutated: `await houseAccount(db, 'supplier', 'GLAD')`,
    tests: [recoverTest],
  },
  {
    rule: 'the supplier of a refund by staff is asked anew',
    file: `${purchases}/refund-purchase.ts`,
    text: `return_check_next('purchase', now(), true)`,
    mutated: 'null',
    tests: [recoverTest],
  },
  {
    rule: 'the questions after a refund by staff count from the refund',
    file: `${functions}/settle_other_outcomes.sql`,
    text: `greatest(a.answered_at, case when t.status = 'refunded' then t.settled_at end) as asked_since`,
    mutated: 'a.answered_at as asked_since',
    tests: [recoverTest],
  },
  {
    rule: 'what the supplier gives back of a refund by staff is no loss any more',
    file: `${functions}/decide_settlement.sql`,
    text: `when p_outcome = 'refused' and p_state = 'delivered' and p_status = 'refunded' then 'recovered'`,
    mutated: '',
    tests: [recoverTest],
  },
  {
    rule: 'the loss of a refund is turned round, and no other',
    file: `${functions}/settle_other_outcomes.sql`,
    text: '(6, refund_loss,',
    mutated: '(6, late_vend,',
    tests: [recoverTest],
  },
  {
    rule: 'an admin does not reverse a sale by saying that its cost came back',
    file: `${purchases}/recover-refund.ts`,
    text: `if (status !== 'refunded' || delivered === undefined)`,
    mutated: 'if (delivered === undefined)',
    tests: [recoverTest],
  },
  {
    rule: 'profit falls by what a refund by staff has cost',
    file: 'server/src/ledger/profit.ts',
    text: ' when ${isLost} then -t.cost_kobo end`',
    mutated: ' end`',
    tests: [recoverTest],
  },
  {
    rule: 'profit rises again when the cost of a refund came back',
    file: 'server/src/ledger/profit.ts',
    text: ` and x.state = 'delivered'`,
    mutated: '',
    tests: [recoverTest],
  },
  {
    rule: 'a delivery is first asked about after a minute',
    file: `${functions}/return_check_marks.sql`,
    text: `array['1 minute', `,
    mutated: `array[`,
    tests: [`${purchases}/return-checks.test.ts`],
  },
  {
    rule: 'nobody is asked for ever about what was delivered',
    file: `${functions}/return_check_next.sql`,
    text: `if not p_is_answered and p_delivered_at + marks[cardinality(marks)] + interval '1 day' > now() then`,
    mutated: 'if not p_is_answered then',
    tests: [`${purchases}/return-checks.test.ts`],
  },
];

const ofRequery = (rule: string, name: string, text: string, mutated: string): Mutant => ({
  rule,
  file: `${functions}/requery/${name}.sql`,
  text,
  mutated,
  tests: ['server/src/platform/requery-schedule.test.ts'],
});

const ofAsking: readonly Mutant[] = [
  ofRequery(
    'what was asked about in the moment of a mark is asked about at the next one',
    'requery_next',
    'exit when due > now();',
    'exit when due >= now();',
  ),
  ofRequery(
    'in the moment of the age at which a purchase is given up staff decide',
    'requery_next',
    'now() >= p_sent_at + p_give_up',
    'now() > p_sent_at + p_give_up',
  ),
  ofRequery('after the marks each hour is a full one', 'requery_next', 'floor(extract', 'ceil(extract'),
  ofRequery('not all are asked about at once', 'requery_next', '* (p_chance / 5)', '* 0'),
  ofRequery(
    'a second "not known" is asked for as soon as it is certain',
    'requery_next',
    'if certain > now() then return least(due, certain); end if;',
    '',
  ),
  ofRequery(
    '"not known" is certain in the moment in which the quiet time ends',
    'is_certainly_refused',
    'p_asked_at >= certain_refusal_at',
    'p_asked_at > certain_refusal_at',
  ),
  ofRequery(
    'the quiet time counts from the later of the sending and the first "not known"',
    'certain_refusal_at',
    'greatest(',
    'least(',
  ),
  {
    rule: 'a supplier that does not know a purchase has not refused it for that alone',
    file: `${functions}/settle_other_outcomes.sql`,
    text: ` and is_certainly_refused(a.sent_at, a.first_not_found_at, p_quiet, q.asked_at) then 'refused'`,
    mutated: ` then 'refused'`,
    tests: [`${purchases}/settle-answers.test.ts`],
  },
  {
    rule: 'what a supplier does not know is as old as the question, however long the answer waited',
    file: `${functions}/settle_other_outcomes.sql`,
    text: 'p_quiet, q.asked_at) then',
    mutated: 'p_quiet, now()) then',
    tests: [`${purchases}/settle-answers.test.ts`],
  },
  {
    rule: 'the wallet of what nobody knows is locked before the purchase, since its money may go back',
    file: `${functions}/settle_purchases.sql`,
    text: `x.outcome in ('refused', 'not_found')`,
    mutated: `x.outcome = 'refused'`,
    tests: [`${purchases}/settle-answers.test.ts`],
  },
  {
    rule: 'what was refused because nobody knew it is asked about on',
    file: `${functions}/settle_other_outcomes.sql`,
    text: `and d.not_found_at is not null then return_check_next('purchase', now(), true)`,
    mutated: 'and false then null',
    tests: [`${purchases}/settle-answers.test.ts`],
  },
  {
    rule: 'a bank that does not know a payout has not refused it for that alone',
    file: `${slices}/withdrawals/settle.ts`,
    text: '(await isCertainlyRefused(db, transactionId, askedAt, schedule))',
    mutated: 'true',
    tests: [`${slices}/withdrawals/settle.test.ts`],
  },
];

const ofSendingTwice: readonly Mutant[] = [
  {
    rule: 'what failed is no twin',
    file: twins,
    text: `and status in ('pending', 'success') and`,
    mutated: 'and',
    tests: [twinTest],
  },
  {
    rule: 'what was sent a while ago is no twin',
    file: twins,
    text: 'and created_at > now() - make_interval(secs => $6)',
    mutated: 'and $6 > 0',
    tests: [twinTest],
  },
  {
    rule: 'another amount is no twin',
    file: twins,
    text: 'and amount_kobo = $5',
    mutated: 'and $5 > 0',
    tests: [twinTest],
  },
  {
    rule: 'what goes to somebody else is no twin',
    file: twins,
    text: 'and description = $3 and recipient is not distinct from $4',
    mutated: "and $3::text <> coalesce($4::text, '')",
    tests: [twinTest],
  },
  {
    rule: 'the same transfer without a key at once is a twin',
    file: twins,
    text: 'if (first === undefined) return;',
    mutated: 'if (first !== null) return;',
    tests: [twinTest],
  },
  {
    rule: 'a key gets its purchase, though the checks refuse it today',
    file: `${purchases}/buy-priced.ts`,
    text: 'if (key === null || !(error instanceof Refusal)) throw error;',
    mutated: 'throw error;',
    tests: [`${purchases}/buy-again.test.ts`],
  },
  {
    rule: 'a key that another request took at the same moment is looked up again',
    file: 'server/src/platform/idempotency.ts',
    text: `brokenConstraint(error) === 'idempotency_keys_once'`,
    mutated: 'false',
    tests: ['server/src/platform/idempotency.test.ts', 'server/src/platform/one-key.race.test.ts'],
  },
  {
    rule: 'requests with one key run one after the other',
    file: 'server/src/platform/idempotency.ts',
    text: "await db.run('select pg_advisory_xact_lock($1, hashtext($2))', [KEY_LOCKS, `${caller.userId} ${key}`]);",
    mutated: '',
    tests: ['server/src/platform/idempotency.test.ts', 'server/src/platform/one-key.race.test.ts'],
  },
];

const ofSuspense: readonly Mutant[] = [
  {
    rule: 'money in suspense is decided about once',
    file: suspense,
    text: `if (entry.outcome !== null) refuse('not_waiting');`,
    mutated: '',
    tests: [suspenseTest],
  },
  {
    rule: 'nobody credits a wallet of their own from suspense',
    file: suspense,
    text: 'users: [receiver.userId],',
    mutated: 'users: [],',
    tests: [suspenseTest],
  },
  {
    rule: 'of naira in suspense what came in is credited, and no other amount',
    file: suspense,
    text: 'if (input !== undefined) refuseField(',
    mutated: 'if (false) refuseField(',
    tests: [suspenseTest],
  },
  {
    rule: 'no more is credited from suspense than may be paid by card',
    file: suspense,
    text: 'if (amountKobo > maximumKobo)',
    mutated: 'if (false)',
    tests: [suspenseTest],
  },
  {
    rule: 'a credit from suspense pays the fee of a funding',
    file: suspense,
    text: 'splitPayment(amountKobo, config.funding.feeBasisPoints)',
    mutated: 'splitPayment(amountKobo, 0)',
    tests: [suspenseTest],
  },
];

const ofTheChain: readonly Mutant[] = [
  {
    rule: 'each seal holds the one before it',
    file: seals,
    text: "sha256(coalesce(${previous}, ''::bytea) || convert_to(",
    mutated: "sha256(coalesce(null, ''::bytea) || convert_to(",
    tests: [sealsTest],
  },
  {
    rule: 'what was sealed is not sealed again',
    file: seals,
    text: 'where s.kind = $1 and upper(s.ids) > (select id from settled)',
    mutated: 'where false',
    tests: [sealsTest],
  },
  {
    rule: 'a seal that is gone is missed',
    file: chain,
    text: 'and not exists (select from seals b where b.id = s.id - 1)',
    mutated: 'and false',
    tests: [sealsTest],
  },
  {
    rule: 'a head that was written down has to be one of the seals',
    file: chain,
    text: ` and digest = decode($2, 'hex')`,
    mutated: ' and $2::text is not null',
    tests: [sealsTest],
  },
  {
    rule: 'what came later among rows that were sealed long ago is found',
    file: chain,
    text: 'left join sealed on sealed.id = x.id where sealed.id is null',
    mutated: 'where false',
    tests: [sealsTest],
  },
];

export const mutantsOfDecisions: readonly Mutant[] = [
  ...ofRefunds,
  ...ofAsking,
  ...ofSendingTwice,
  ...ofSuspense,
  ...ofTheChain,
];
