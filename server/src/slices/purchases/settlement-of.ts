/** What a supplier's answer means for a purchase: pure, from the answer, what was sold, and who else could be asked. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RequeryAnswer } from '../../outside/suppliers/supplier.ts';
import { lacksToken, suppliersFor, type Vendable } from './request.ts';
import type { Settled, Settlement } from './settle.ts';

export type SentPurchase = Vendable & { transactionId: bigint };

export interface SentAttempt {
  number: number;
  supplier: string;
  sentAt: Date;
  /** The time of the database at which it is asked, or a moment before. */
  askedAt: Date;
  /** That the supplier took it back stood in the books when it was asked. */
  isReversed?: boolean;
  /** All suppliers that were asked so far, this one included. */
  triedSuppliers: readonly string[];
}

/** What was heard of the purchase. What time makes of it, the database decides. */
export function settlementOf(
  { catalogue }: { catalogue: Pick<Catalogue, 'now'> },
  purchase: SentPurchase,
  attempt: SentAttempt,
  answer: RequeryAnswer,
): Settlement {
  const { supplierId, message, raw } = answer;
  const askedAfter = attempt.isReversed === true ? ({ isAskedSinceReversal: true } as const) : {};
  const settlement = {
    transactionId: purchase.transactionId,
    attempt: attempt.number,
    supplierId,
    message,
    raw,
  };
  const nextSupplier = () =>
    suppliersFor(catalogue.now, purchase).find((supplier) => !attempt.triedSuppliers.includes(supplier)) ??
    null;
  switch (answer.outcome) {
    case 'delivered':
      if (purchase.type === 'electricity' && lacksToken(purchase.meter.type, answer.tokens)) {
        return { ...settlement, result: { outcome: 'processing', isDelivered: true, ...askedAfter } };
      }
      return {
        ...settlement,
        result: { outcome: 'delivered', tokens: answer.tokens, units: answer.units, ...askedAfter },
      };
    case 'refused':
      return {
        ...settlement,
        result: { outcome: 'refused', tokens: answer.tokens ?? [], nextSupplier: nextSupplier() },
      };
    case 'not_found':
      return {
        ...settlement,
        result: { outcome: 'not_found', nextSupplier: nextSupplier(), askedAt: attempt.askedAt },
      };
    case 'unknown':
      // 'processing' is an answer about this order; a broken connection says nothing for or against knowing it.
      return {
        ...settlement,
        result: { outcome: answer.reason === 'processing' ? 'processing' : 'unknown' },
      };
  }
}

/** The attempt that the settlement put on record, if it did. */
export function nextAttempt(
  attempt: SentAttempt,
  { result }: Settlement,
  settled: Settled,
): SentAttempt | null {
  if (settled.applied !== 'next_attempt' || !('nextSupplier' in result) || result.nextSupplier === null)
    return null;
  return {
    number: attempt.number + 1,
    supplier: result.nextSupplier,
    sentAt: settled.at,
    askedAt: settled.at,
    triedSuppliers: [...attempt.triedSuppliers, result.nextSupplier],
  };
}
