/**
 * The sums of transactions, by which totals of millions are read in a moment: `server/database/functions/sums/` adds up beside the sales,
 * and answers. What no sum has yet is added up one by one by whoever reads, so that every total is that of this moment.
 */
import { runRound } from '../../platform/batches/run-round.ts';
import type { Pool } from '../../platform/db.ts';

/** In books that had no sums before, a round takes a second or so. */
const AT_ONCE = 50_000;
/** Entries of one account of theirs from which on a user has sums: below it, their transactions are added up in a few milliseconds. */
export const MANY = 2_000;

/** Moves the sums on, in one process at a time. Gives true when more is waiting. */
export const sumUpTransactions = (pool: Pool, { atOnce = AT_ONCE, many = MANY } = {}): Promise<boolean> =>
  runRound(pool, 'select sum_up_transactions($1, $2) as "isMore"', [atOnce, many]);
