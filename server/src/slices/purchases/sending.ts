/**
 * Follows a purchase that is on record to its end: sends it, hands what the supplier says to settlement, and goes on to the next supplier
 * after a certain refusal only, as a new attempt with a new reference. No database transaction is open here; what has no outcome is left
 * to the requery job. What this process knows from its own commits is kept, so that the answer needs no further query.
 */
import type { TransactionStatus } from '@jara/contract/constants.ts';
import { subtract, type Kobo } from '@jara/contract/money.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { outcomes, type AttemptState } from '../../ledger/states.ts';
import type { Supplier, SupplierAnswer } from '../../outside/suppliers/supplier.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { BatchQueue } from '../../platform/batches/batch-queue.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { Ongoing } from '../../platform/ongoing.ts';
import type { Attempt, TransactionRecord } from '../transactions/transaction.ts';
import type { Opened } from './open.ts';
import { supplierOrder, type PurchaseRequest } from './request.ts';
import type { Settled, Settlement } from './settle.ts';
import { nextAttempt, settlementOf, type SentAttempt, type SentPurchase } from './settlement-of.ts';

/** The present state of a purchase, and its attempts in order. */
export interface Bought {
  transaction: TransactionRecord;
  attempts: Attempt[];
  /** What is earned by it once it is delivered. */
  marginKobo: Kobo;
}

export interface Sending {
  /** Sends what commit 1 has put on record: how it stands now, and how it ends. `finished` is null when only the database knows. */
  start(
    request: PurchaseRequest,
    opened: Extract<Opened, { outcome: 'accepted' }>,
    sent: { reference: string; supplier: string },
  ): { bought: Bought; finished: Promise<Bought | null> };
  /** Sends an attempt that is on record after a certain refusal, beside the caller. */
  resume(userId: bigint, purchase: SentPurchase, attempt: SentAttempt): void;
  readonly ongoing: Ongoing<Bought | null>;
}

export interface SendingParts {
  catalogue: Catalogue;
  suppliers: ReadonlyMap<string, Supplier>;
  settleQueue: BatchQueue<Settlement, Settled>;
  /** When a purchase is asked about first. */
  firstCheckSeconds: number;
  events: Events;
  log: Log;
}

export function createSending(parts: SendingParts): Sending {
  const { catalogue, suppliers, settleQueue, firstCheckSeconds, events, log } = parts;
  const ongoing = new Ongoing<Bought | null>();

  /** From one attempt to the next, until one is not refused for certain. Never throws for what a supplier does. */
  async function follow(
    opened: Bought | null,
    purchase: SentPurchase,
    first: SentAttempt,
  ): Promise<Bought | null> {
    let bought = opened;
    let attempt: SentAttempt | null = first;
    while (attempt !== null) {
      const supplier = suppliers.get(attempt.supplier);
      crashPoint('purchase.send.before_call');
      const answer =
        supplier === undefined
          ? notConnected
          : await supplier.vend(supplierOrder(catalogue.now, purchase, attempt));
      crashPoint('purchase.send.after_call');
      const settlement = settlementOf({ catalogue }, purchase, attempt, answer);
      const settled = await settleQueue.add(settlement);
      if (bought !== null) bought = settledState(bought, attempt, answer, settled);
      attempt = nextAttempt(attempt, settlement, settled);
    }
    return bought;
  }

  function launch(userId: bigint, opened: Bought | null, purchase: SentPurchase, attempt: SentAttempt) {
    const { transactionId } = purchase;
    const finishing = follow(opened, purchase, attempt)
      .catch((error: unknown) => {
        // A bug: the purchase is on record, and the requery job takes it from here.
        log.error({ err: error, transactionId: String(transactionId) }, 'sending a purchase broke');
        return null;
      })
      .then((bought) => {
        const status = bought?.transaction.status;
        const change = { type: 'transaction', _id: String(transactionId) } as const;
        events.publish(userId, status === undefined ? change : { ...change, status });
        return bought;
      });
    return ongoing.begin(transactionId, finishing);
  }

  return {
    start(request, opened, { reference, supplier }) {
      const { transactionId, at } = opened;
      const checkAt = new Date(at.getTime() + firstCheckSeconds * 1_000);
      const bought: Bought = {
        transaction: transactionOf(request, opened, { reference, supplier }),
        attempts: [
          { attempt: 1, supplier, state: 'sent', sentAt: at, answeredAt: null, nextCheckAt: checkAt },
        ],
        marginKobo: subtract(request.priceKobo, request.costKobo),
      };
      const purchase = { ...request, reference, transactionId };
      const first = { number: 1, supplier, sentAt: at, askedAt: at, triedSuppliers: [supplier] };
      return { bought, finished: launch(request.buyer.userId, bought, purchase, first) };
    },
    resume(userId, purchase, attempt) {
      void launch(userId, null, purchase, attempt);
    },
    ongoing,
  };
}

const notConnected: SupplierAnswer = {
  outcome: 'refused',
  supplierId: null,
  message: 'This supplier is not connected',
  raw: null,
};

/** The purchase as commit 1 wrote it: from what was sent there, not asked of the database again. */
const transactionOf = (
  request: PurchaseRequest,
  opened: Extract<Opened, { outcome: 'accepted' }>,
  { reference, supplier }: { reference: string; supplier: string },
): TransactionRecord => ({
  id: opened.transactionId,
  userId: request.buyer.userId,
  userName: request.buyer.userName,
  reference,
  type: request.type,
  status: 'pending',
  network: request.network,
  product: request.product,
  description: request.description,
  recipient: request.recipient,
  amountKobo: request.priceKobo,
  priceKobo: request.priceKobo,
  feeKobo: null,
  faceValueKobo: request.faceValueKobo,
  profitKobo: null,
  balanceBefore: opened.balanceBefore,
  balanceAfter: opened.balanceAfter,
  supplierName: supplier,
  supplierId: null,
  supplierMessage: null,
  tokens: [],
  units: null,
  paymentLink: null,
  createdAt: opened.at,
  settledAt: null,
  ...request.client,
});

/** The purchase as a settlement left it, or null when somebody else settled it first or it could not be saved. */
function settledState(
  { transaction, attempts, marginKobo }: Bought,
  attempt: SentAttempt,
  answer: SupplierAnswer,
  { applied, at, nextCheckAt }: Settled,
): Bought | null {
  const after = stateAfter(applied, nextCheckAt);
  if (after === null) return null;
  const { attempt: state, status } = after;
  const sold = answer.outcome === 'delivered' ? { tokens: answer.tokens, units: answer.units } : {};
  return {
    transaction: {
      ...transaction,
      supplierName: attempt.supplier,
      supplierId: answer.supplierId ?? transaction.supplierId,
      supplierMessage: answer.message ?? transaction.supplierMessage,
      ...(status !== null && { ...sold, status, settledAt: at }),
      profitKobo: status === 'success' ? marginKobo : null,
    },
    marginKobo,
    attempts: [
      ...attempts.slice(0, attempt.number - 1),
      {
        attempt: attempt.number,
        supplier: attempt.supplier,
        state,
        sentAt: attempt.sentAt,
        answeredAt: at,
        nextCheckAt,
      },
    ],
  };
}

function stateAfter(
  applied: Settled['applied'],
  nextCheckAt: Date | null,
): { attempt: AttemptState; status: TransactionStatus | null } | null {
  switch (applied) {
    case 'delivered':
    case 'returned':
    case 'next_attempt':
    case 'reversed':
    case 'delivered_late':
    case 'reversed_late':
    case 'recovered':
      return outcomes[applied];
    case 'unsettled':
      return { attempt: nextCheckAt === null ? 'manual' : 'unknown', status: null };
    // More was known of it than this process knows.
    case 'more_tokens':
    case 'disputed':
    case 'nothing':
    case 'unsaved':
      return null;
  }
}
