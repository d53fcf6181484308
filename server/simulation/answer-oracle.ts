/** Whether everything that clients were answered is true: a yes stands in the books, a no moved nothing. */
import type { Db } from '../src/platform/db.ts';
import type { Operation } from './client.ts';
import { madeBy, type Made, type MadeByKey } from './made.ts';

/** A line for each false answer. */
export async function falseAnswers(
  db: Db,
  operations: readonly Operation[],
  made: MadeByKey,
): Promise<string[]> {
  const refunded = await statusesOf(db, operations);
  const decided = await decisionsOf(db);
  return operations.flatMap((operation) => {
    const { call, key, input } = operation;
    const id = String(input['id']);
    const problem =
      key !== null
        ? problemOfKeyed(operation, madeBy(made, operation))
        : call === 'refund'
          ? problemOfRefund(operation, refunded.get(id))
          : call === 'decideSuspense'
            ? problemOfDecision(operation, decided.get(id))
            : undefined;
    const { person, status, body } = operation;
    return problem === undefined
      ? []
      : [
          `${person.userName} ${call} ${key ?? id}: ${status} ${body.code ?? ''} ${JSON.stringify(input)}, but ${problem}`,
        ];
  });
}

const finalStates: Readonly<Record<string, readonly string[]>> = {
  yes: ['success', 'refunded'],
  accepted: ['pending', 'success', 'failed', 'refunded'],
  returned: ['failed'],
};

function problemOfKeyed(operation: Operation, made: Made | undefined): string | undefined {
  const { call, word, mayHaveBeenDone, body } = operation;
  if (body.code === 'idempotency_key_reused') return 'nobody had used the key';
  // Its key may go on to another payment, and one that nobody could open stays on record.
  if (call === 'initiateSquadFunding') return undefined;
  const states = finalStates[word];
  if (states === undefined) {
    const isDefinite = (word === 'no' || word === 'unavailable') && !mayHaveBeenDone;
    return isDefinite && made !== undefined
      ? `it made ${made.reference ?? made.id}, which is ${made.status}`
      : undefined;
  }
  if (made === undefined) return 'it made nothing';
  const isSale = call === 'withdraw' || call.startsWith('buy');
  if (isSale && !states.includes(made.status ?? '')) return `it is ${made.status}`;
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

function problemOfRefund({ word, body }: Operation, status: string | undefined): string | undefined {
  const saysRefunded = word === 'yes' || body.code === 'already_refunded';
  return saysRefunded && status !== 'refunded' ? `the purchase is ${status}` : undefined;
}

function problemOfDecision(
  { word, input, body }: Operation,
  outcome: string | undefined,
): string | undefined {
  if (word === 'yes' && outcome !== input['outcome']) return `it was decided: ${outcome}`;
  return body.code === 'not_waiting' && outcome === undefined ? 'it was not decided' : undefined;
}

async function statusesOf(db: Db, operations: readonly Operation[]): Promise<ReadonlyMap<string, string>> {
  const ids = operations.filter(({ call }) => call === 'refund').map(({ input }) => String(input['id']));
  const rows = await db.rows<{ id: bigint; status: string }>(
    'select id, status from transactions where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ id, status }) => [String(id), status]));
}

async function decisionsOf(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ id: bigint; outcome: string }>(
    'select posting_id as id, outcome from suspense_decisions',
  );
  return new Map(rows.map(({ id, outcome }) => [String(id), outcome]));
}
