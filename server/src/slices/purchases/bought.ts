/** The state of a purchase as this process knows it from its own commits, so that the answer needs no further query. */
import type { Attempt, Line } from '../transactions/transaction.ts';
import type { AttemptResult, SentAttempt } from './dispatch.ts';
import type { Opened } from './open.ts';
import type { Order } from './order.ts';

/** The present state of a purchase, and its attempts in order. */
export interface Bought {
  line: Line;
  attempts: Attempt[];
}

export const firstAttempt = (supplier: string, sentAt: Date): SentAttempt => ({
  number: 1,
  supplier,
  sentAt,
  firstNotFoundAt: null,
  triedSuppliers: [supplier],
});

/** The purchase as commit 1 wrote it: read from what was sent there, not asked of the database again. */
export function firstState(
  order: Order,
  opened: Extract<Opened, { outcome: 'accepted' }>,
  { reference, supplier }: { reference: string; supplier: string },
  firstCheckSeconds: number,
): Bought {
  const line: Line = {
    id: opened.transactionId,
    userId: order.buyer.userId,
    userName: order.buyer.userName,
    reference,
    type: order.type,
    status: 'pending',
    network: order.network,
    product: order.product,
    description: order.description,
    recipient: order.recipient,
    amountKobo: order.chargeKobo,
    chargeKobo: order.chargeKobo,
    faceValueKobo: order.faceValueKobo,
    costKobo: order.costKobo,
    balanceBefore: opened.balanceBefore,
    balanceAfter: opened.balanceAfter,
    supplierId: null,
    supplierMessage: null,
    tokens: [],
    units: null,
    paymentLink: null,
    createdAt: opened.at,
    settledAt: null,
  };
  const sentAt = opened.at;
  const checkAt = new Date(sentAt.getTime() + firstCheckSeconds * 1_000);
  return {
    line,
    attempts: [{ attempt: 1, supplier, state: 'sent', sentAt, answeredAt: null, nextCheckAt: checkAt }],
  };
}

const statusAfter = { delivered: 'success', returned: 'failed', reversed: 'refunded' } as const;
const stateAfter = {
  delivered: 'delivered',
  delivered_late: 'delivered_late',
  reversed: 'reversed',
  more_tokens: 'delivered',
  waiting: 'unknown',
  returned: 'refused',
  next_attempt: 'refused',
} as const;

/**
 * The purchase as the settlements left it, or null when somebody else settled it first or it could not be saved: then only the
 * database knows.
 */
export function conclude({ line }: Bought, results: readonly AttemptResult[]): Bought | null {
  const attempts: Attempt[] = [];
  let state = line;
  for (const { attempt, answer, settled, nextCheckAt } of results) {
    const { applied } = settled;
    if (applied === 'nothing' || applied === 'unsaved' || applied === 'disputed') return null;
    attempts.push({
      attempt: attempt.number,
      supplier: attempt.supplier,
      state: stateAfter[applied],
      sentAt: attempt.sentAt,
      answeredAt: settled.at,
      nextCheckAt: applied === 'waiting' ? nextCheckAt : null,
    });
    state = {
      ...state,
      supplierId: answer.supplierId ?? state.supplierId,
      supplierMessage: answer.message ?? state.supplierMessage,
    };
    if (applied === 'delivered' || applied === 'returned' || applied === 'reversed') {
      const sold = answer.outcome === 'delivered' ? { tokens: answer.tokens, units: answer.units } : {};
      state = { ...state, ...sold, status: statusAfter[applied], settledAt: settled.at };
    }
  }
  return { line: state, attempts };
}
