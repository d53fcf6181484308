/** Reads lines back: one, one with its timeline, or the newest page of a user. */
import { limits } from '@jara/contract/constants.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { attemptColumns, lineColumns, presentReceipt, type Attempt, type Line } from './transaction.ts';

export interface LineQuery {
  line: { id: bigint } | { reference: string };
  /** Finds only this user's lines; null finds everybody's, which is for staff and for jobs. */
  ownerId: bigint | null;
}

const ID = /^[1-9]\d{0,17}$/;
const REFERENCE = /^[A-Z0-9]{4,40}$/;

/** The line that a caller names by `_id` or by reference. What cannot be a line's name is a line that does not exist. */
export function readLineKey(text: string): LineQuery['line'] {
  if (ID.test(text)) return { id: BigInt(text) };
  const reference = text.toUpperCase();
  return REFERENCE.test(reference) ? { reference } : refuse('not_found');
}

const selectLines = `select ${lineColumns} from transactions t join users u on u.id = t.user_id`;

export async function findLine(db: Db, { line, ownerId }: LineQuery): Promise<Line | undefined> {
  const [column, value] = 'id' in line ? ['t.id', line.id] : ['t.reference', line.reference];
  return db.find<Line>(`${selectLines} where ${column} = $1 and ($2::bigint is null or t.user_id = $2)`, [
    value,
    ownerId,
  ]);
}

/** The receipt of a line; `staff` adds what only staff may see. */
export async function findReceipt(
  db: Db,
  query: LineQuery & { staff: boolean },
): Promise<Receipt | undefined> {
  const line = await findLine(db, query);
  if (line === undefined) return undefined;
  const attempts = await db.rows<Attempt>(
    `select ${attemptColumns} from purchase_attempts where transaction_id = $1 order by attempt`,
    [line.id],
  );
  return presentReceipt(line, attempts, { staff: query.staff });
}

/** The receipt of a line that is known to exist. */
export async function getReceipt(db: Db, query: LineQuery & { staff: boolean }): Promise<Receipt> {
  const receipt = await findReceipt(db, query);
  if (receipt === undefined) throw new Error('the line is gone');
  return receipt;
}

/** The newest page of a user's own lines. */
export async function newestLines(db: Db, userId: bigint): Promise<Line[]> {
  return db.rows<Line>(`${selectLines} where t.user_id = $1 order by t.id desc limit ${limits.pageSize}`, [
    userId,
  ]);
}
