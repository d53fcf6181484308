/**
 * The way of purchases into the database. What waits to be opened shares a commit, and so does what waits to be settled: while the database
 * works on one of the two, the program gathers the other.
 */
import { crashPoint } from '../../ledger/crash-points.ts';
import { createBatchQueue, type BatchAnswers, type BatchQueue } from '../../platform/batches/batch-queue.ts';
import type { Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import {
  createOpenAlone,
  openBatch,
  type Opened,
  type OpenedRow,
  type Opening,
  type OpenSettings,
} from './open.ts';
import {
  createSettleAlone,
  SETTLE,
  settleBatch,
  settleParams,
  type Settled,
  type SettledRow,
  type Settlement,
  type SettleSettings,
} from './settle.ts';

export interface PurchaseQueues {
  openQueue: BatchQueue<Opening, Opened>;
  settleQueue: BatchQueue<Settlement, Settled>;
}

const OPEN = 'select open_purchases($1, make_interval(secs => $2), make_interval(secs => $3)) as opened';

export function createPurchaseQueues(
  pool: Pool,
  settings: OpenSettings & SettleSettings,
  log: Log,
): PurchaseQueues {
  const { duplicateWindowSeconds, firstCheckSeconds } = settings;

  /** One statement, which commits by itself. */
  async function commit<Row>(name: string, statement: string, params: readonly unknown[]): Promise<Row> {
    const [row] = await pool.prepared<Row>(name, statement, params);
    if (row === undefined) throw new Error(`${name} gave no row`);
    return row;
  }

  async function open(openings: Opening[]): BatchAnswers<Opened> {
    const batch = openBatch(openings);
    crashPoint('purchase.open.before_commit');
    const params = [batch.param, duplicateWindowSeconds, firstCheckSeconds];
    const { opened } = await commit<{ opened: OpenedRow[] }>('open_purchases', OPEN, params);
    crashPoint('purchase.open.after_commit');
    return batch.answers(opened);
  }

  async function settle(settlements: Settlement[]): BatchAnswers<Settled> {
    const batch = settleBatch(settlements);
    crashPoint('purchase.settle.before_commit');
    const params = settleParams(batch.param, settings);
    const { settled } = await commit<{ settled: SettledRow[] }>('settle_purchases', SETTLE, params);
    crashPoint('purchase.settle.after_commit');
    return batch.answers(settled);
  }

  return {
    openQueue: createBatchQueue({ commit: open, afterFailure: createOpenAlone(pool, open, log) }),
    settleQueue: createBatchQueue({ commit: settle, afterFailure: createSettleAlone(settle, log) }),
  };
}
