/**
 * Commit 2 of a purchase: what a supplier said becomes the outcome, once. The handler that waits, the requery job and a supplier's
 * hook all end here. The state in the database decides what a statement still changes (server/database/functions/settle_purchases.sql;
 * the table of outcomes: decide_settlement.sql). Settlements that wait at the same moment share one commit (queues.ts).
 */
import type { Applied } from '../../ledger/states.ts';
import { isMomentary, type Db } from '../../platform/db.ts';
import type { EncodedBatch } from '../../platform/batches/batch-queue.ts';
import type { Log } from '../../platform/log.ts';
import type { ScheduleSettings } from '../../platform/requery-schedule.ts';
import { newReference } from '../transactions/reference.ts';
import { compositeArray } from '../../platform/batches/composite-array.ts';

export interface Settlement {
  transactionId: bigint;
  attempt: number;
  supplierId: string | null;
  message: string | null;
  raw: string | null;
  result:
    | { outcome: 'delivered'; tokens: string[]; units: string | null; isAskedSinceReversal?: true }
    /** `tokens`: seen beside the refusal, so that the money does not go back by itself. `notFound`: by staff, so it is asked about on. */
    | { outcome: 'refused'; nextSupplier: string | null; tokens?: string[]; notFound?: true }
    /**
     * The supplier does not know it. The database decides whether that is a refusal, and so goes to the next one. `askedAt` is the time of the
     * database at which it was asked, or a moment before.
     */
    | { outcome: 'not_found'; nextSupplier: string | null; askedAt: Date }
    /**
     * The supplier knows it. `isDelivered`: it did deliver, but the token is not there yet. `isAskedSinceReversal`, here and above: that it
     * was taken back stood in the books when the supplier was asked.
     */
    | { outcome: 'processing'; isDelivered?: true; isAskedSinceReversal?: true }
    /** It said neither. */
    | { outcome: 'unknown' };
}

/** One that no supplier said anything with: what staff decide about an attempt. */
export const settlementWithoutWords = (
  transactionId: bigint,
  attempt: number,
  result: Settlement['result'],
): Settlement => ({ transactionId, attempt, supplierId: null, message: null, raw: null, result });

/** What the present state makes of it: the table of states. */
export type SettledAs =
  | Applied
  /** The database could not be reached: the attempt stays open and the requery job asks again. */
  | 'unsaved';

export interface Settled {
  applied: SettledAs;
  at: Date;
  /** Of what is not known yet: when it is asked about again, or null where staff decide. */
  nextCheckAt: Date | null;
}

/** What `settle_purchases` answers of each. */
export interface SettledRow {
  n: number;
  applied: Applied;
  at: string;
  next_check_at?: string | null;
}

/** The type `purchase_to_settle`, in its order. */
export const purchaseToSettle = [
  'n',
  'transaction_id',
  'attempt',
  'outcome',
  'supplier_id',
  'message',
  'raw',
  'tokens',
  'units',
  'not_found',
  'is_delivered',
  'asked_since_reversal',
  'next_supplier',
  'refund_reference',
  'asked_at',
] as const;

function toItem({ transactionId, attempt, supplierId, message, raw, result }: Settlement, n: number) {
  return {
    n,
    transaction_id: Number(transactionId),
    attempt,
    outcome: result.outcome,
    supplier_id: supplierId,
    message,
    raw,
    ...(result.outcome === 'delivered' ? { tokens: result.tokens, units: result.units } : {}),
    ...('isAskedSinceReversal' in result ? { asked_since_reversal: true } : {}),
    ...('askedAt' in result ? { asked_at: result.askedAt.toISOString() } : {}),
    ...('nextSupplier' in result
      ? { next_supplier: result.nextSupplier, refund_reference: newReference() }
      : {}),
    ...(result.outcome === 'refused'
      ? { tokens: result.tokens ?? [], not_found: result.notFound === true }
      : {}),
    ...(result.outcome === 'processing' ? { is_delivered: result.isDelivered === true } : {}),
  };
}

/**
 * A batch as `settle_purchases` takes it, and its answers in the order of the settlements. An attempt is named once in it: who names it as
 * the second asks again and finds it settled.
 */
export function settleBatch(settlements: readonly Settlement[]): EncodedBatch<SettledRow, Settled> {
  const answers: (Settled | 'again')[] = [];
  const items: ReturnType<typeof toItem>[] = [];
  const named = new Set<string>();
  for (const [n, settlement] of settlements.entries()) {
    const name = `${settlement.transactionId}/${settlement.attempt}`;
    if (named.has(name)) answers[n] = 'again';
    else items.push(toItem(settlement, n));
    named.add(name);
  }
  return {
    param: compositeArray(purchaseToSettle, items),
    answers(rows) {
      for (const { n, applied, at, next_check_at: next = null } of rows)
        answers[n] = { applied, at: new Date(at), nextCheckAt: next === null ? null : new Date(next) };
      return answers;
    },
  };
}

/** When the next attempt is asked about first, and what decides about those that are not known. */
export type SettleSettings = ScheduleSettings & { firstCheckSeconds: number };

export const SETTLE =
  'select settle_purchases($1, make_interval(secs => $2), make_interval(secs => $3), make_interval(hours => $4)) as settled';

export const settleParams = (
  batch: string,
  { firstCheckSeconds, unknownReferenceQuietSeconds, giveUpHours }: SettleSettings,
): unknown[] => [batch, firstCheckSeconds, unknownReferenceQuietSeconds, giveUpHours];

/**
 * One settlement inside of the caller's commit, which has locked wallet and transaction in this order: what staff decide stands in one commit
 * with the record of it.
 */
export async function settleInCommit(
  db: Db,
  settlement: Settlement,
  settings: SettleSettings,
): Promise<SettledAs> {
  const batch = settleBatch([settlement]);
  const { settled } = await db.get<{ settled: SettledRow[] }>(SETTLE, settleParams(batch.param, settings));
  return settled[0]?.applied ?? 'nothing';
}

const RETRY_DELAYS_MS = [0, 100, 500, 2_000];

/** What becomes of a settlement whose batch failed. `commit` settles a batch in a commit of its own. */
export function createSettleAlone(
  commit: (settlements: Settlement[]) => Promise<(Settled | 'again')[]>,
  log: Log,
): (settlement: Settlement, error: unknown) => Promise<Settled> {
  return async (settlement, error) => {
    log.warn(
      { err: error, transactionId: String(settlement.transactionId) },
      'a batch of settlements failed; each is settled alone',
    );
    for (const delayMs of RETRY_DELAYS_MS) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      try {
        // Repeating is safe whether or not the first one got through: a settled attempt answers 'nothing'.
        const [answer] = await commit([settlement]);
        if (answer !== undefined && answer !== 'again') return answer;
      } catch (alone) {
        log.error(
          { err: alone, transactionId: String(settlement.transactionId) },
          'a settlement could not be saved',
        );
        if (!isMomentary(alone)) break;
      }
    }
    return { applied: 'unsaved', at: new Date(), nextCheckAt: null };
  };
}
