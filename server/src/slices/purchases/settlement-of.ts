/** What a supplier's answer means for a purchase: pure, from the answer, what was sold, what was said before, and who else could be asked. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RequeryAnswer } from '../../outside/suppliers/supplier.ts';
import { isCertainlyRefused, nextCheckAt, type ScheduleSettings } from '../../platform/requery-schedule.ts';
import { lacksToken, suppliersFor, type Vendable } from './request.ts';
import type { Settled, Settlement } from './settle.ts';

export type SentPurchase = Vendable & { transactionId: bigint };

export interface SentAttempt {
  number: number;
  supplier: string;
  sentAt: Date;
  firstNotFoundAt: Date | null;
  /** That the supplier took it back stood in the books when it was asked. */
  isReversed?: boolean;
  /** All suppliers that were asked so far, this one included. */
  triedSuppliers: readonly string[];
}

/** What a supplier's answer means for the purchase, from `now` on. */
export function settlementOf(
  { catalogue, schedule }: { catalogue: Pick<Catalogue, 'now'>; schedule: ScheduleSettings },
  purchase: SentPurchase,
  attempt: SentAttempt,
  answer: RequeryAnswer,
  now: Date,
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
  const refused = (tokens: string[] = []) => ({
    outcome: 'refused' as const,
    tokens,
    nextSupplier:
      suppliersFor(catalogue.now, purchase).find((supplier) => !attempt.triedSuppliers.includes(supplier)) ??
      null,
  });
  switch (answer.outcome) {
    case 'delivered':
      if (purchase.type === 'electricity' && lacksToken(purchase.meter.type, answer.tokens)) {
        const asked = { sentAt: attempt.sentAt, firstNotFoundAt: null };
        const again = nextCheckAt(asked, now, schedule);
        return {
          ...settlement,
          result: {
            outcome: 'unsettled',
            notFound: false,
            isDelivered: true,
            nextCheckAt: again,
            ...askedAfter,
          },
        };
      }
      return {
        ...settlement,
        result: { outcome: 'delivered', tokens: answer.tokens, units: answer.units, ...askedAfter },
      };
    case 'refused':
      return { ...settlement, result: refused(answer.tokens) };
    case 'not_found': {
      if (isCertainlyRefused(attempt, now, schedule))
        return { ...settlement, result: { ...refused(), notFound: true } };
      const asked = { sentAt: attempt.sentAt, firstNotFoundAt: attempt.firstNotFoundAt ?? now };
      return {
        ...settlement,
        result: { outcome: 'unsettled', notFound: true, nextCheckAt: nextCheckAt(asked, now, schedule) },
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
        result: { outcome: 'unsettled', notFound, nextCheckAt: nextCheckAt(asked, now, schedule) },
      };
    }
  }
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
