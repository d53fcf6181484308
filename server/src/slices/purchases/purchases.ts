/**
 * The engine of all purchases. A call builds an order; from here on the way is the same for all: open (commit 1), dispatch (the
 * network, no transaction), settle (commit 2). What stays open is asked about by requery.ts and ends in the same settlement.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refuseNotPosted } from '../../ledger/refuse-not-posted.ts';
import type { Supplier } from '../../outside/suppliers/supplier.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { refuse } from '../../platform/refuse.ts';
import { within } from '../../platform/within.ts';
import { newReference } from '../transactions/reference.ts';
import { firstAttempt, firstState, type Bought } from './bought.ts';
import type { Dispatching, SentAttempt, SentPurchase } from './dispatch.ts';
import { findPurchaseAccounts } from './house-accounts.ts';
import { createLive } from './live.ts';
import { createOpenLane, type Opened } from './open.ts';
import { suppliersFor, type Order } from './order.ts';
import { createSettleLane, settleInCommit, type Applied, type Settlement } from './settle.ts';

export interface PurchaseSettings {
  waitMs: number;
  duplicateWindowSeconds: number;
  firstCheckSeconds: number;
  unknownReferenceQuietSeconds: number;
  giveUpHours: number;
}

export type BuyResult =
  | { outcome: 'bought'; purchase: Bought; isReplay: boolean }
  /** The purchase is on record, but this process does not have its state at hand: ask the database. */
  | { outcome: 'on_record'; transactionId: bigint; isReplay: boolean }
  | { outcome: 'possible_duplicate'; transactionId: bigint };

export interface Purchases {
  /**
   * Buys. Waits for the outcome at most `waitMs`, then gives the purchase as pending. Refuses with insufficient_balance, wallet_frozen,
   * over_spending_limit, service_locked, plan_unavailable, idempotency_key_reused, outcome_unknown, unavailable.
   */
  buy(order: Order): Promise<BuyResult>;
  /** The present state of a purchase that was asked for before; waits for it like `buy` while it is on its way. */
  replay(transactionId: bigint): Promise<BuyResult>;
  /** Sends an attempt that is on record after a certain refusal, beside the caller. */
  resume(userId: bigint, purchase: SentPurchase, attempt: SentAttempt): void;
  /** The purchases for whose supplier this process is waiting. */
  liveIds(): bigint[];
  readonly dispatching: Dispatching;
  /** Settles in the caller's commit; for what staff decide. */
  settleInCommit(db: Db, settlement: Settlement): Promise<Applied>;
  /** Resolves when nothing is on its way any more, or after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
}

/** Beyond this many waiting to be opened, a quick no is better than a slow yes. */
const MOST_WAITING = 5_000;

interface Parts {
  pool: Pool;
  catalogue: Catalogue;
  suppliers: ReadonlyMap<string, Supplier>;
  events: Events;
  settings: PurchaseSettings;
  log: Log;
}

export async function createPurchases(parts: Parts): Promise<Purchases> {
  const { pool, catalogue, suppliers, events, settings, log } = parts;
  const accounts = await findPurchaseAccounts(pool, suppliers.keys());
  const openLane = createOpenLane(pool, accounts, settings, log);
  const settleLane = createSettleLane(pool, accounts, settings, log);
  const dispatching: Dispatching = { catalogue, suppliers, settleLane, schedule: settings };
  const live = createLive(dispatching, events, log);

  async function accept(order: Order, opened: Accepted, sent: { reference: string; supplier: string }) {
    const state = firstState(order, opened, sent, settings.firstCheckSeconds);
    const purchase = { ...order, reference: sent.reference, transactionId: opened.transactionId };
    const attempt = firstAttempt(sent.supplier, opened.at);
    const finished = live.launch(order.buyer.userId, state, purchase, attempt);
    const result = await within(finished, settings.waitMs, state);
    return onRecord(opened.transactionId, result, false);
  }

  async function replay(transactionId: bigint): Promise<BuyResult> {
    const running = live.find(transactionId);
    const state = running === undefined ? null : await within(running, settings.waitMs, null);
    return onRecord(transactionId, state, true);
  }

  return {
    dispatching,
    replay,
    liveIds: () => live.ids(),
    settleInCommit: (db, settlement) => settleInCommit(db, settlement, accounts, settings),
    async buy(order) {
      const [supplier] = suppliersFor(catalogue.now, order);
      if (supplier === undefined) refuse('plan_unavailable');
      if (openLane.waiting > MOST_WAITING) refuse('unavailable', { retryAfterSeconds: 1 });
      const reference = newReference();
      const opened = await openLane.add({ order, reference, supplier });
      switch (opened.outcome) {
        case 'accepted':
          return accept(order, opened, { reference, supplier });
        case 'replay':
          return replay(opened.transactionId);
        case 'duplicate':
          return { outcome: 'possible_duplicate', transactionId: opened.transactionId };
        case 'over_limit':
          return refuseNotPosted({ outcome: 'over_spending_limit', leftKobo: opened.leftKobo });
        case 'key_reused':
        case 'frozen':
        case 'locked':
        case 'insufficient':
        case 'busy':
        case 'unsure':
          return refuse(refusalFor[opened.outcome]);
      }
    },
    resume(userId, purchase, attempt) {
      void live.launch(userId, null, purchase, attempt);
    },
    async drain(timeoutMs) {
      await within(live.settled(), timeoutMs, null);
    },
  };
}

type Accepted = Extract<Opened, { outcome: 'accepted' }>;

const refusalFor = {
  key_reused: 'idempotency_key_reused',
  frozen: 'wallet_frozen',
  locked: 'service_locked',
  insufficient: 'insufficient_balance',
  busy: 'unavailable',
  unsure: 'outcome_unknown',
} as const;

const onRecord = (transactionId: bigint, purchase: Bought | null, isReplay: boolean): BuyResult =>
  purchase === null
    ? { outcome: 'on_record', transactionId, isReplay }
    : { outcome: 'bought', purchase, isReplay };
