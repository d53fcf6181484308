/**
 * The way of purchases into the database. What waits to be opened and what waits to be settled goes together, in one statement and one
 * commit: a sale pays half of the round trips and half of the waits for the disk, and batches are twice as large.
 */
import { crashPoint } from '../../ledger/crash-points.ts';
import { createPairedQueues, type BatchAnswers, type BatchQueue } from '../../platform/batch-queue.ts';
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
import { createSettleAlone, settleBatch, type Settled, type SettledRow, type Settlement } from './settle.ts';

export interface PurchaseQueues {
  openQueue: BatchQueue<Opening, Opened>;
  settleQueue: BatchQueue<Settlement, Settled>;
}

const OPEN = 'select open_purchases($1, make_interval(secs => $2), make_interval(secs => $3)) as opened';
const SETTLE = 'select settle_purchases($1, make_interval(secs => $2)) as settled';
// Wallets are locked by the first, transactions by the second: the order of all that lock both.
const OPEN_AND_SETTLE = `${OPEN}, settle_purchases($4, make_interval(secs => $3)) as settled`;

export function createPurchaseQueues(pool: Pool, settings: OpenSettings, log: Log): PurchaseQueues {
  const { duplicateWindowSeconds, firstCheckSeconds } = settings;

  /** One statement, which commits by itself. */
  async function commit<Row>(name: string, statement: string, params: readonly unknown[]): Promise<Row> {
    const [row] = await pool.prepared<Row>(name, statement, params);
    if (row === undefined) throw new Error(`${name} gave no row`);
    return row;
  }

  async function open(openings: Opening[]): BatchAnswers<Opened> {
    if (openings.length === 0) return [];
    const batch = openBatch(openings);
    crashPoint('purchase.open.before_commit');
    const params = [batch.param, duplicateWindowSeconds, firstCheckSeconds];
    const { opened } = await commit<{ opened: OpenedRow[] }>('open_purchases', OPEN, params);
    crashPoint('purchase.open.after_commit');
    return batch.answers(opened);
  }

  async function settle(settlements: Settlement[]): BatchAnswers<Settled> {
    if (settlements.length === 0) return [];
    const batch = settleBatch(settlements);
    crashPoint('purchase.settle.before_commit');
    const params = [batch.param, firstCheckSeconds];
    const { settled } = await commit<{ settled: SettledRow[] }>('settle_purchases', SETTLE, params);
    crashPoint('purchase.settle.after_commit');
    return batch.answers(settled);
  }

  async function openAndSettle(openings: Opening[], settlements: Settlement[]) {
    const [opening, settlement] = [openBatch(openings), settleBatch(settlements)];
    crashPoint('purchase.open_and_settle.before_commit');
    const { opened, settled } = await commit<{ opened: OpenedRow[]; settled: SettledRow[] }>(
      'open_and_settle_purchases',
      OPEN_AND_SETTLE,
      [opening.param, duplicateWindowSeconds, firstCheckSeconds, settlement.param],
    );
    crashPoint('purchase.open_and_settle.after_commit');
    return { opened: opening.answers(opened), settled: settlement.answers(settled) };
  }

  const [openQueue, settleQueue] = createPairedQueues<Opening, Opened, Settlement, Settled>({
    commit(openings, settlements) {
      if (openings.length === 0 || settlements.length === 0 || mayReturnMoney(settlements)) {
        return [open(openings), settle(settlements)];
      }
      const both = openAndSettle(openings, settlements);
      return [both.then(({ opened }) => opened), both.then(({ settled }) => settled)];
    },
    afterFailure: [createOpenAlone(pool, open, log), createSettleAlone(settle, log)],
  });
  return { openQueue, settleQueue };
}

/** Then a settlement locks wallets as well, which it does before all else in a commit of its own. */
const mayReturnMoney = (settlements: readonly Settlement[]): boolean =>
  settlements.some(({ result }) => result.outcome !== 'delivered');
