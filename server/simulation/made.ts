/** What the requests of a run made, read from the books by their keys. */
import type { Db } from '../src/platform/db.ts';
import type { Operation } from './client.ts';

export interface Made {
  /** Of the transaction, of the coupon of an admin, or of the row in the record of staff. */
  id: string;
  reference: string | null;
  status: string | null;
  amountKobo: bigint | null;
  balanceAfter: bigint | null;
  /** By the clock of the database, which is that of this machine. */
  madeAt: Date;
}

export type MadeByKey = ReadonlyMap<string, Made>;

const AT_ONCE = 5_000;

/** `madeBy` finds them. */
export async function readMade(db: Db, operations: readonly Operation[]): Promise<MadeByKey> {
  const keys = [...new Set(operations.flatMap(({ key }) => (key === null ? [] : [key])))];
  const made = new Map<string, Made>();
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const rows = await db.rows<Omit<Made, 'id'> & { userId: bigint; key: string; id: bigint }>(
      `select k.user_id as "userId", k.key, k.transaction_id as id, t.reference, t.status, t.amount_kobo as "amountKobo",
         t.balance_after as "balanceAfter", k.created_at as "madeAt"
       from idempotency_keys k left join transactions t on t.id = k.transaction_id and not k.by_staff where k.key = any($1)`,
      [keys.slice(from, from + AT_ONCE)],
    );
    for (const { userId, key, id, ...row } of rows) made.set(`${userId} ${key}`, { ...row, id: String(id) });
  }
  return made;
}

export const madeBy = (made: MadeByKey, { person, key }: Operation): Made | undefined =>
  key === null ? undefined : made.get(`${person.userId} ${key}`);
