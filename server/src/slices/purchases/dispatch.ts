/**
 * Sends a purchase that is on record, and hands what the supplier says to settlement. No database transaction is open here. Only a
 * certain refusal goes to the next supplier, as a new attempt with a new reference; an unknown outcome is left to the requery job.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RequeryAnswer, Supplier, SupplierAnswer } from '../../outside/suppliers/supplier.ts';
import type { Lane } from '../../platform/batch-queue.ts';
import { isCertainlyRefused, nextCheckAt, type ScheduleSettings } from '../../platform/requery-schedule.ts';
import { supplierOrder, suppliersFor, type Vendable } from './order.ts';
import type { Settled, Settlement } from './settle.ts';

export interface Dispatching {
  catalogue: Catalogue;
  suppliers: ReadonlyMap<string, Supplier>;
  settleLane: Lane<Settlement, Settled>;
  schedule: ScheduleSettings;
}

export type SentPurchase = Vendable & { transactionId: bigint };

export interface SentAttempt {
  number: number;
  supplier: string;
  sentAt: Date;
  firstNotFoundAt: Date | null;
  /** All suppliers that were asked so far, this one included. */
  triedSuppliers: readonly string[];
}

/** What happened to one attempt, for the receipt. */
export interface AttemptResult {
  attempt: SentAttempt;
  answer: RequeryAnswer;
  settled: Settled;
  /** While it waits: when the supplier is asked again; null hands it to staff. */
  nextCheckAt: Date | null;
}

/** Prepaid electricity is worth nothing without its token: the sale is finished when that is there. */
function lacksToken(purchase: Vendable, { tokens }: { tokens: readonly string[] }): boolean {
  return purchase.type === 'electricity' && purchase.meter.type === 'prepaid' && tokens.length === 0;
}

/** What a supplier's answer means for the purchase, from `now` on. */
export function settlementOf(
  { catalogue, schedule }: Pick<Dispatching, 'catalogue' | 'schedule'>,
  purchase: SentPurchase,
  attempt: SentAttempt,
  answer: RequeryAnswer,
  now: Date,
): Settlement {
  const { supplierId, message, raw } = answer;
  const told = {
    transactionId: purchase.transactionId,
    attempt: attempt.number,
    type: purchase.type,
    supplier: attempt.supplier,
  };
  const settlement = { ...told, supplierId, message, raw };
  const refused = (tokens: string[] = []): Settlement['result'] => ({
    outcome: 'refused',
    tokens,
    nextSupplier:
      suppliersFor(catalogue.now, purchase).find((supplier) => !attempt.triedSuppliers.includes(supplier)) ??
      null,
  });
  switch (answer.outcome) {
    case 'delivered':
      if (lacksToken(purchase, answer)) {
        const asked = { sentAt: attempt.sentAt, firstNotFoundAt: null };
        const again = nextCheckAt(asked, now, schedule);
        return {
          ...settlement,
          result: { outcome: 'waiting', notFound: false, isDelivered: true, nextCheckAt: again },
        };
      }
      return { ...settlement, result: { outcome: 'delivered', tokens: answer.tokens, units: answer.units } };
    case 'refused':
      return { ...settlement, result: refused(answer.tokens) };
    case 'not_found': {
      if (isCertainlyRefused(attempt, now, schedule)) return { ...settlement, result: refused() };
      const asked = { sentAt: attempt.sentAt, firstNotFoundAt: attempt.firstNotFoundAt ?? now };
      return {
        ...settlement,
        result: { outcome: 'waiting', notFound: true, nextCheckAt: nextCheckAt(asked, now, schedule) },
      };
    }
    case 'unknown': {
      // 'processing' is an answer about this order; a broken connection says nothing for or against knowing it.
      const notFound = answer.reason === 'processing' ? false : null;
      const asked = {
        sentAt: attempt.sentAt,
        firstNotFoundAt: notFound === null ? attempt.firstNotFoundAt : null,
      };
      return {
        ...settlement,
        result: { outcome: 'waiting', notFound, nextCheckAt: nextCheckAt(asked, now, schedule) },
      };
    }
  }
}

const unreachable: SupplierAnswer = {
  outcome: 'refused',
  supplierId: null,
  message: 'This supplier is not connected',
  raw: null,
};

/**
 * Sends one attempt, which must be on record, and goes on to the next supplier while the answer is a certain refusal. Gives what
 * happened to each attempt, the last one last. Never throws for what a supplier does.
 */
export async function dispatch(
  dispatching: Dispatching,
  purchase: SentPurchase,
  first: SentAttempt,
): Promise<AttemptResult[]> {
  const results: AttemptResult[] = [];
  let attempt: SentAttempt | null = first;
  while (attempt !== null) {
    const supplier = dispatching.suppliers.get(attempt.supplier);
    const order = supplierOrder(dispatching.catalogue.now, purchase, attempt);
    const answer = supplier === undefined ? unreachable : await supplier.vend(order);
    const settlement = settlementOf(dispatching, purchase, attempt, answer, new Date());
    const settled = await dispatching.settleLane.add(settlement);
    const { result } = settlement;
    results.push({
      attempt,
      answer,
      settled,
      nextCheckAt: result.outcome === 'waiting' ? result.nextCheckAt : null,
    });
    attempt = nextAttempt(attempt, settlement, settled);
  }
  return results;
}

/** The attempt that the settlement put on record, if it did. */
export function nextAttempt(
  attempt: SentAttempt,
  { result }: Settlement,
  settled: Settled,
): SentAttempt | null {
  if (settled.applied !== 'next_attempt' || result.outcome !== 'refused' || result.nextSupplier === null)
    return null;
  return {
    number: attempt.number + 1,
    supplier: result.nextSupplier,
    sentAt: settled.at,
    firstNotFoundAt: null,
    triedSuppliers: [...attempt.triedSuppliers, result.nextSupplier],
  };
}
