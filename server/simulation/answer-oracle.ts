/** Whether everything that clients were answered is true: a yes stands in the books, a no moved nothing. */
import { api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import type { Db } from '../src/platform/db.ts';
import type { Operation } from './client.ts';
import { DECISION } from './staff-work.ts';
import { madeBy, type Made, type MadeByKey } from './made.ts';

/** A line for each false answer. */
export async function falseAnswers(
  db: Db,
  operations: readonly Operation[],
  made: MadeByKey,
): Promise<string[]> {
  const known = {
    statuses: await statusesOf(db, operations),
    outcomes: await outcomesOfSuspense(db),
    debits: await sumsOfDebits(db),
    requests: await statesOfRequests(db),
    records: await recordsOfDecisions(db),
    voided: await voidedCoupons(db),
  };
  return operations.flatMap((operation) => {
    const { call, key, input } = operation;
    const ofKey = madeBy(made, operation);
    const problem = isOfStaff(operation)
      ? (problemOfStaff(operation, known) ?? problemOfKeyOfStaff(operation, ofKey))
      : problemOfKeyed(operation, ofKey);
    const { person, status, body } = operation;
    return problem === undefined
      ? []
      : [
          `${person.userName} ${call} ${key ?? String(input['id'])}: ${status} ${body.code ?? ''} ${JSON.stringify(input)}, but ${problem}`,
        ];
  });
}

/** What staff do to what others made: the books say whether it was done, and by whichever key. */
const isOfStaff = ({ call, key }: Operation): boolean => {
  const { money }: CallShape = api[call];
  return key === null || money === 'others';
};

/** A no of its own beside a yes for the same key would be false; the word of a second admin may be another's that came first. */
function problemOfKeyOfStaff(operation: Operation, made: Made | undefined): string | undefined {
  const { call, key, word } = operation;
  if (key === null || call === 'confirmStaffRequest') return undefined;
  if (word === 'yes') return made === undefined ? 'its key stands for nothing' : undefined;
  return made !== undefined && denies(operation, made) ? 'its key stands for what was done' : undefined;
}

/**
 * Whether the answer says that nothing was done, of what its key made. After a try without an answer that may be true of the later one, which
 * the earlier one overtook; but not a no to a try that began when it was on record already. An upgrade ends the session that it came by: whoever
 * heard no answer and asks again is sent to log in, which says nothing of what was done.
 */
function denies({ call, word, body, mayHaveBeenDone, lastTryAt }: Operation, { madeAt }: Made): boolean {
  if (call === 'upgradeToReseller' && body.code === 'unauthenticated') return !mayHaveBeenDone;
  if (word === 'no') return !mayHaveBeenDone || madeAt < lastTryAt;
  return word === 'unavailable' && !mayHaveBeenDone;
}

const finalStates: Readonly<Record<string, readonly string[]>> = {
  yes: ['success', 'refunded'],
  accepted: ['pending', 'success', 'failed', 'refunded'],
  returned: ['failed'],
};

function problemOfKeyed(operation: Operation, made: Made | undefined): string | undefined {
  const { call, word, input, body } = operation;
  if (body.code === 'idempotency_key_reused') return 'nobody had used the key';
  // Its key may go on to another payment, and one that nobody could open stays on record.
  if (call === 'initiateSquadFunding') return undefined;
  const states = finalStates[word];
  if (states === undefined)
    return made !== undefined && denies(operation, made)
      ? `it made ${made.reference ?? made.id}, which is ${made.status}`
      : undefined;
  if (made === undefined) return 'it made nothing';
  const isSale = call === 'withdraw' || call.startsWith('buy');
  if (isSale && !states.includes(made.status ?? '')) return `it is ${made.status}`;
  const shownKobo = Math.round(Number(input['expectedAmount'] ?? Number.NaN) * 100);
  if (isSale && Number.isFinite(shownKobo) && shownKobo !== Number(made.amountKobo))
    return `it cost ${made.amountKobo} kobo, not the ${shownKobo} that the buyer was shown`;
  const { receipt } = body;
  if (receipt === undefined) return undefined;
  if (receipt._id !== made.id) return `it made ${made.id}, not ${receipt._id}`;
  if (Math.round(receipt.trans_amount * 100) !== Number(made.amountKobo))
    return `it moved ${made.amountKobo} kobo`;
  const after = receipt.balance_After === null ? null : Math.round(receipt.balance_After * 100);
  return after === null || after === Number(made.balanceAfter)
    ? undefined
    : `it left ${made.balanceAfter} kobo`;
}

interface HeldRequest {
  call: string;
  state: string;
  kobo: bigint;
}

interface Known {
  /** Of purchases and withdrawals, by id. */
  statuses: ReadonlyMap<string, string>;
  /** Of money in suspense, by id. */
  outcomes: ReadonlyMap<string, string>;
  /** Kobo that staff debited, by the id of what had come in, by its reference, and by the request that a second admin confirmed. */
  debits: ReadonlyMap<string, bigint>;
  /** What waited for a second admin, by the id of the request. */
  requests: ReadonlyMap<string, HeldRequest>;
  /** How often a decision is on record, by its reason. */
  records: ReadonlyMap<string, number>;
  /** Coupons, by id. */
  voided: ReadonlySet<string>;
}

function problemOfStaff(
  operation: Operation,
  { statuses, outcomes, debits, requests, records, voided }: Known,
): string | undefined {
  const { call, input, word } = operation;
  const id = String(input['id']);
  const reason = String(input['reason']);
  const wrongRecord = reason.startsWith(DECISION)
    ? problemOfRecord(operation, records.get(reason) ?? 0)
    : undefined;
  if (wrongRecord !== undefined) return wrongRecord;
  if (call === 'voidCoupon') return problemOfVoid(operation, voided.has(id));
  if (call === 'refund') return problemOfRefund(operation, statuses.get(id));
  if (call === 'decideSuspense') return problemOfSuspense(operation, outcomes.get(id));
  if ((call === 'debit' || call === 'acceptFloat') && word === 'accepted')
    return problemOfHeld(operation, requests.get(operation.body.staffRequest?._id ?? ''));
  if (call === 'debit') return problemOfDebit(operation, debits.get(id));
  if (call === 'confirmStaffRequest')
    return problemOfConfirmed(operation, requests.get(id), debits.get(requestNamed(id)));
  const isBack = ['failed', 'refunded'].includes(statuses.get(id) ?? '');
  return call === 'decideWaiting' && word === 'yes' && !isBack ? `it is ${statuses.get(id)}` : undefined;
}

/** Each decision has a reason of its own, so that it is on record once when it was taken, and otherwise never. */
function problemOfRecord({ word, mayHaveBeenDone }: Operation, times: number): string | undefined {
  const isDefinite = (word === 'no' || word === 'unavailable') && !mayHaveBeenDone;
  if (word === 'yes' && times === 0) return 'it is not on record';
  if (isDefinite && times > 0) return 'it is on record';
  return times > 1 ? `it is on record ${times} times` : undefined;
}

/** A sale that failed gave its money back itself, as one does that was open when staff chose it. */
function problemOfRefund({ word, body }: Operation, status = 'unknown'): string | undefined {
  const isSaid = word === 'yes' || body.code === 'already_refunded';
  const isTrue = status === 'refunded' || (word !== 'yes' && status === 'failed');
  return isSaid && !isTrue ? `the purchase is ${status}` : undefined;
}

function problemOfVoid({ word, body, mayHaveBeenDone }: Operation, isVoided: boolean): string | undefined {
  if (word === 'yes' || body.code === 'coupon_voided') return isVoided ? undefined : 'it is not void';
  return body.code === 'coupon_used' && !mayHaveBeenDone && isVoided ? 'it is void' : undefined;
}

function problemOfSuspense(
  { word, input, body }: Operation,
  outcome: string | undefined,
): string | undefined {
  if (word === 'yes' && outcome !== input['outcome']) return `it was decided: ${outcome}`;
  return body.code === 'not_waiting' && outcome === undefined ? 'it was not decided' : undefined;
}

function problemOfDebit({ word, input, body }: Operation, taken: bigint | undefined): string | undefined {
  const asked = input['amount'];
  const isOther = typeof asked === 'number' && taken !== BigInt(asked * 100);
  if (word === 'yes' && (taken === undefined || isOther)) return `it took ${taken ?? 'nothing'}`;
  return body.code === 'already_debited' && taken === undefined ? 'it took nothing' : undefined;
}

/** It says that it waits: so it does, or did, for the sum that was asked for. */
function problemOfHeld({ input }: Operation, request: HeldRequest | undefined): string | undefined {
  const asked = input['amount'];
  if (request === undefined) return 'nothing waits';
  return typeof asked === 'number' && request.kobo !== koboOf(Math.abs(asked))
    ? `${request.kobo} kobo wait`
    : undefined;
}

function problemOfConfirmed(
  { word, body }: Operation,
  request: HeldRequest | undefined,
  taken: bigint | undefined,
): string | undefined {
  // What is accepted of a float takes nothing from anybody; the oracle of floats adds it up.
  const isDone = taken !== undefined || request?.call === 'acceptFloat';
  if (word === 'yes' && (request?.state !== 'confirmed' || !isDone))
    return `it is ${request?.state}, and took ${taken ?? 'nothing'}`;
  return body.code === 'not_waiting' && request?.state === 'waiting' ? 'it waits' : undefined;
}

const koboOf = (naira: number): bigint => BigInt(Math.round(naira * 100));

const requestNamed = (id: string): string => `request ${id}`;

async function sumsOfDebits(db: Db): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.rows<{ id: bigint; reference: string; request: bigint | null; taken: bigint }>(
    `select d.source_id as id, t.reference, d.request_id as request, d.taken_kobo as taken
     from debits d join transactions t on t.id = d.source_id`,
  );
  return new Map(
    rows.flatMap(({ id, reference, request, taken }) =>
      [String(id), reference, requestNamed(String(request))].map((name) => [name, taken] as const),
    ),
  );
}

async function voidedCoupons(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ id: bigint }>('select id from coupons where voided_at is not null');
  return new Set(rows.map(({ id }) => String(id)));
}

async function statesOfRequests(db: Db): Promise<Known['requests']> {
  const rows = await db.rows<HeldRequest & { id: bigint }>(
    `select id, call, state, moved_kobo as kobo from staff_requests where call in ('debit', 'acceptFloat')`,
  );
  return new Map(rows.map(({ id, ...request }) => [String(id), request]));
}

async function statusesOf(db: Db, operations: readonly Operation[]): Promise<ReadonlyMap<string, string>> {
  const ids = operations
    .filter(({ call }) => call === 'refund' || call === 'decideWaiting')
    .map(({ input }) => String(input['id']));
  const rows = await db.rows<{ id: bigint; status: string }>(
    'select id, status from transactions where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ id, status }) => [String(id), status]));
}

async function outcomesOfSuspense(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ id: bigint; outcome: string }>(
    'select posting_id as id, outcome from suspense_decisions',
  );
  return new Map(rows.map(({ id, outcome }) => [String(id), outcome]));
}

async function recordsOfDecisions(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ reason: string; times: number }>(
    `select reason, count(*)::int as times from staff_actions where reason like $1 || '%' and action <> 'askSecondPerson' group by reason`,
    [DECISION],
  );
  return new Map(rows.map(({ reason, times }) => [reason, times]));
}
