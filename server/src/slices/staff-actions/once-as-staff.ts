/**
 * What staff do by a call with a key happens once, as what others do (`makeOnce`): the key stands for the row in the record of staff, which
 * says what was done, and is written in the commit of both.
 */
import type { CallName } from '@jara/contract/paths.ts';
import type { Db, Pool } from '../../platform/db.ts';
import { hashRequest, makeOnce, type KeyedRequest } from '../../platform/idempotency.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import type { Caller } from '../../platform/sessions/principal.ts';

/** As the record of staff has it. */
export interface Noted {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

type OnceAsStaff<Made> = { replayed: false; made: Made } | { replayed: true; noted: Noted };

/** `meaning` is what makes two requests the same one; the reason that is given does not. */
export const keyedByStaff = (
  caller: Caller,
  { idempotencyKey: key }: Pick<HttpFacts, 'idempotencyKey'>,
  call: CallName,
  meaning: readonly (string | bigint)[],
): KeyedRequest => ({ caller, key, requestHash: hashRequest(call, meaning), byStaff: true });

/** Refuses as `makeOnce` does. `make` gives the row that `recordStaffAction` wrote. */
export async function makeOnceAsStaff<Made extends { actionId: bigint }>(
  pool: Pool,
  request: KeyedRequest,
  make: (db: Db) => Promise<Made>,
): Promise<OnceAsStaff<Made>> {
  const once = await makeOnce(pool, request, async (db) => {
    const made = await make(db);
    return { transactionId: made.actionId, made };
  });
  if (!once.replayed) return { replayed: false, made: once.made.made };
  const noted = await pool.get<Noted>('select before, after from staff_actions where id = $1', [
    once.transactionId,
  ]);
  return { replayed: true, noted };
}

/** A number of the record, which JSON has as text. */
export const notedNumber = (facts: Noted['before'], name: string): bigint => {
  const text = facts?.[name];
  if (typeof text !== 'string') throw new Error(`the record of staff has no ${name}`);
  return BigInt(text);
};
