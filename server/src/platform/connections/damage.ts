/** What the database answers where a page of it is damaged: the same may go through elsewhere or later, and the operator has to mend it. */
import { DatabaseError } from 'pg';

/** A page, and an index. Of the same class, XX000 is a fault of PostgreSQL itself that comes back every time. */
const DAMAGED = new Set(['XX001', 'XX002']);

export const isDamage = (error: unknown): boolean =>
  error instanceof DatabaseError && DAMAGED.has(error.code ?? '');

type Write = (context: object, message: string) => void;

/** Other trouble of the database passes by itself, and is a warning. */
export function logDatabaseTrouble(
  log: Readonly<Record<'warn' | 'error', Write>>,
  error: unknown,
  message: string,
): void {
  log[isDamage(error) ? 'error' : 'warn']({ err: error }, message);
}
