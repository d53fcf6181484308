/**
 * The engine of all purchases. A call builds an order; from here on the way is the same for all: open (commit 1), dispatch (the
 * network, no transaction), settle (commit 2). What stays open is asked about by requery.ts and ends in the same settlement.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Supplier } from '../outside/suppliers/supplier.ts';
import type { Pool } from '../platform/db.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { refuse } from '../platform/refuse.ts';
import type { Attempt, Line } from '../transactions/line.ts';
import { newReference } from '../transactions/reference.ts';
import {
  dispatch,
  type AttemptResult,
  type Dispatching,
  type SentAttempt,
  type SentPurchase,
} from './dispatch.ts';
import { findPurchaseAccounts } from './house-accounts.ts';
import { createOpenLane, type Opened } from './open.ts';
import { suppliersFor, type Order } from './order.ts';
import { createSettleLane } from './settle.ts';

export interface PurchaseSettings {
  waitMs: number;
  duplicateWindowSeconds: number;
  firstCheckSeconds: number;
  unknownReferenceQuietSeconds: number;
  giveUpHours: number;
}

/** The present state of a purchase, and its attempts in order. */
export interface Bought {
  line: Line;
  attempts: Attempt[];
}

export type BuyResult =
  | { outcome: 'bought'; purchase: Bought; isReplay: boolean }
  /** The key was used before: the purchase is in the database, this process does not have its state at hand. */
  | { outcome: 'known'; transactionId: bigint }
  | { outcome: 'possible_duplicate'; transactionId: bigint };

export interface Purchases {
  /**
   * Buys. Waits for the outcome at most `waitMs`, then gives the purchase as pending. Refuses with insufficient_balance,
   * service_locked, plan_unavailable, idempotency_key_reused, outcome_unknown, unavailable.
   */
  buy(order: Order): Promise<BuyResult>;
  /** Sends an attempt that the requery job put on record after a certain refusal. */
  resume(purchase: SentPurchase, attempt: SentAttempt): Promise<void>;
  /** Whether this process is still waiting for the supplier of this purchase. */
  isLive(transactionId: bigint): boolean;
  readonly dispatching: Dispatching;
  /** Resolves when nothing is on its way any more, or after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
}

/** Beyond this many waiting to be opened, a quick no is better than a slow yes. */
const MOST_WAITING = 5_000;

export async function createPurchases(parts: {
  pool: Pool;
  catalogue: Catalogue;
  suppliers: ReadonlyMap<string, Supplier>;
  events: Events;
  settings: PurchaseSettings;
  log: Log;
}): Promise<Purchases> {
  const { pool, catalogue, suppliers, events, settings, log } = parts;
  const accounts = await findPurchaseAccounts(pool, suppliers.keys());
  const openLane = createOpenLane(pool, accounts, settings, log);
  const settleLane = createSettleLane(pool, accounts, settings, log);
  const dispatching: Dispatching = { catalogue, suppliers, settleLane, schedule: settings };
  const live = new Map<bigint, Promise<Bought>>();

  function launch(opened: Bought, purchase: SentPurchase, attempt: SentAttempt): Promise<Bought> {
    const finished = dispatch(dispatching, purchase, attempt)
      .then((results) => conclude(opened, results))
      .catch((error: unknown) => {
        // A bug: the purchase is on record, and the requery job takes it from here.
        log.error({ err: error, transactionId: String(purchase.transactionId) }, 'sending a purchase broke');
        return opened;
      })
      .finally(() => live.delete(purchase.transactionId));
    live.set(purchase.transactionId, finished);
    void finished.then(({ line }) =>
      events.tell(line.userId, { type: 'transaction', _id: String(line.id), status: line.status }),
    );
    return finished;
  }

  async function open(order: Order): Promise<{ opened: Opened; reference: string; supplier: string }> {
    const [supplier] = suppliersFor(catalogue.now, order);
    if (supplier === undefined) refuse('plan_unavailable');
    if (openLane.waiting > MOST_WAITING) refuse('unavailable', { retryAfterSeconds: 1 });
    const reference = newReference();
    return { opened: await openLane.add({ order, reference, supplier }), reference, supplier };
  }

  return {
    dispatching,
    isLive: (transactionId) => live.has(transactionId),
    async buy(order) {
      const { opened, reference, supplier } = await open(order);
      switch (opened.outcome) {
        case 'accepted': {
          const bought = firstState(order, opened, reference, supplier);
          const purchase = { ...order, reference, transactionId: opened.transactionId };
          const attempt = firstAttempt(supplier, opened.at);
          const finished = launch(bought, purchase, attempt);
          return {
            outcome: 'bought',
            purchase: await within(finished, settings.waitMs, bought),
            isReplay: false,
          };
        }
        case 'replay': {
          const running = live.get(opened.transactionId);
          if (running === undefined) return { outcome: 'known', transactionId: opened.transactionId };
          const state = await within(running, settings.waitMs, null);
          if (state === null) return { outcome: 'known', transactionId: opened.transactionId };
          return { outcome: 'bought', purchase: state, isReplay: true };
        }
        case 'duplicate':
          return { outcome: 'possible_duplicate', transactionId: opened.transactionId };
        case 'key_reused':
          return refuse('idempotency_key_reused');
        case 'locked':
          return refuse('service_locked');
        case 'insufficient':
          return refuse('insufficient_balance');
        case 'unsure':
          return refuse('outcome_unknown', { retryAfterSeconds: 10 });
      }
    },
    async resume(purchase, attempt) {
      const results = await dispatch(dispatching, purchase, attempt);
      log.info(
        { transactionId: String(purchase.transactionId), attempts: results.length },
        'purchase sent on',
      );
    },
    async drain(timeoutMs) {
      await within(Promise.allSettled(live.values()), timeoutMs, null);
    },
  };
}

/** What the promise gives, or `fallback` when that takes longer than `timeoutMs`. */
async function within<Value, Fallback>(
  promise: Promise<Value>,
  timeoutMs: number,
  fallback: Fallback,
): Promise<Value | Fallback> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Fallback>((resolve) => {
    timer = setTimeout(() => resolve(fallback), timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const firstAttempt = (supplier: string, sentAt: Date): SentAttempt => ({
  number: 1,
  supplier,
  sentAt,
  firstNotFoundAt: null,
  triedSuppliers: [supplier],
});

/** The purchase as commit 1 wrote it: read from what was sent there, not asked of the database again. */
function firstState(
  order: Order,
  opened: Extract<Opened, { outcome: 'accepted' }>,
  reference: string,
  supplier: string,
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
  return {
    line,
    attempts: [
      { attempt: 1, supplier, state: 'sent', sentAt: opened.at, answeredAt: null, nextCheckAt: null },
    ],
  };
}

const statusAfter = { delivered: 'success', returned: 'failed', reversed: 'refunded' } as const;
const stateAfter = {
  delivered: 'delivered',
  delivered_late: 'delivered_late',
  reversed: 'reversed',
  waiting: 'unknown',
  returned: 'refused',
  next_attempt: 'refused',
  nothing: 'unknown',
  unsaved: 'unknown',
} as const;

/** The purchase as the settlements left it. */
function conclude({ line }: Bought, results: AttemptResult[]): Bought {
  const attempts = results.map(({ attempt, settled }): Attempt => ({
    attempt: attempt.number,
    supplier: attempt.supplier,
    state: stateAfter[settled.applied],
    sentAt: attempt.sentAt,
    answeredAt: settled.at,
    nextCheckAt: null,
  }));
  const last = results.at(-1);
  if (last === undefined) return { line, attempts };
  const { answer, settled } = last;
  const told = {
    ...line,
    supplierId: answer.supplierId ?? line.supplierId,
    supplierMessage: answer.message ?? line.supplierMessage,
  };
  switch (settled.applied) {
    case 'delivered':
    case 'returned':
    case 'reversed': {
      const sold = answer.outcome === 'delivered' ? { tokens: answer.tokens, units: answer.units } : {};
      return {
        line: { ...told, ...sold, status: statusAfter[settled.applied], settledAt: settled.at },
        attempts,
      };
    }
    case 'waiting':
    case 'next_attempt':
    case 'delivered_late':
    case 'nothing':
    case 'unsaved':
      return { line: told, attempts };
  }
}
