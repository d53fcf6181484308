/**
 * The engine of all purchases. A call makes a request of which the price is decided; from here on the way is the same for all: open
 * (commit 1), send (the network, no transaction), settle (commit 2). What stays open is asked about by requery.ts and ends in the same
 * settlement.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refuseTokenLimit } from '../api-tokens/token-limit.ts';
import { refuseNotPosted } from '../../ledger/refuse-not-posted.ts';
import type { Supplier } from '../../outside/suppliers/supplier.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { within } from '../../platform/ongoing.ts';
import { shareOf, type Siblings } from '../../platform/processes/siblings.ts';
import { refuse, shopClosed } from '../../platform/refuse.ts';
import {
  refuseBeyondVelocityLimit,
  velocityLimitOf,
  type VelocitySettings,
} from '../spending-controls/velocity-limit.ts';
import { newReference } from '../transactions/reference.ts';
import { openPurchaseAccounts } from './house-accounts.ts';
import { putOffQuestions } from './put-off-questions.ts';
import { createPurchaseQueues } from './queues.ts';
import { suppliersFor, type PurchaseRequest } from './request.ts';
import { createSending, type Bought, type Sending, type SendingParts } from './sending.ts';
import { settleInCommit, type Settlement, type SettledAs } from './settle.ts';

export interface PurchaseSettings extends VelocitySettings {
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

/** Nothing was taken: the catalogue is another one than that which decided the price. */
export interface Repriced {
  outcome: 'repriced';
}

export interface Purchases {
  /**
   * Buys. Waits for the outcome at most `waitMs`, then gives the purchase as pending. Refuses with unauthenticated, insufficient_balance,
   * account_restricted, wallet_frozen, over_spending_limit, money_held, new_device_cap, unproved_cap, service_locked, plan_unavailable, idempotency_key_reused, shop_closed, outcome_unknown, unavailable.
   */
  buy(request: PurchaseRequest): Promise<BuyResult | Repriced>;
  /** The present state of a purchase that was asked for before; waits for it like `buy` while it is on its way. */
  replay(transactionId: bigint): Promise<BuyResult>;
  /** Sends and resumes attempts that are on record, and knows those on their way; `requery.ts` resumes through it. */
  readonly sending: Sending;
  /** What a settlement outside of them needs. */
  readonly settling: Pick<SendingParts, 'catalogue' | 'settleQueue'>;
  /** How long the oldest purchase has been waiting for the commit that opens or settles it, in seconds; 0 when none does. */
  oldestCommitSeconds(commit: 'open' | 'settle'): number;
  /** How many wait for the batch that opens or settles them; those whose commit is under way are not among them. */
  queuedForCommit(commit: 'open' | 'settle'): number;
  /** Settles in the caller's commit; for what staff decide. */
  settleInCommit(db: Db, settlement: Settlement): Promise<SettledAs>;
  /** Waits for what is on its way, `timeoutMs` at most; until then no other process asks about it. */
  drain(timeoutMs: number): Promise<void>;
}

/** Beyond this many waiting to be opened, in all processes of this start, a quick no is better than a slow yes. */
const MOST_QUEUED = 5_000;

interface Parts {
  pool: Pool;
  catalogue: Catalogue;
  suppliers: ReadonlyMap<string, Supplier>;
  events: Events;
  settings: PurchaseSettings;
  log: Log;
  siblings: Siblings;
}

export async function createPurchases(parts: Parts): Promise<Purchases> {
  const { pool, catalogue, suppliers, events, settings, log } = parts;
  const mostQueued = shareOf(MOST_QUEUED, parts.siblings);
  await openPurchaseAccounts(pool, suppliers.keys());
  const { openQueue, settleQueue } = createPurchaseQueues(pool, settings, log);
  const queues = { open: openQueue, settle: settleQueue };
  const settling = { catalogue, settleQueue };
  const { firstCheckSeconds } = settings;
  const sending = createSending({ ...settling, suppliers, firstCheckSeconds, events, log });
  const stopPuttingOff = putOffQuestions({ pool, ongoing: sending.ongoing, settings, log });

  async function replay(transactionId: bigint): Promise<BuyResult> {
    const finished = sending.ongoing.find(transactionId);
    const bought = finished === undefined ? null : await within(finished, settings.waitMs, null);
    return onRecord(transactionId, bought, true);
  }

  return {
    sending,
    settling,
    replay,
    oldestCommitSeconds: (commit) => queues[commit].oldestSeconds(),
    queuedForCommit: (commit) => queues[commit].queued,
    settleInCommit: (db, settlement) => settleInCommit(db, settlement, settings),
    async drain(timeoutMs) {
      await sending.ongoing.drain(timeoutMs);
      await stopPuttingOff();
    },
    async buy(request) {
      const [supplier] = suppliersFor(catalogue.now, request);
      if (supplier === undefined) refuse('plan_unavailable');
      if (openQueue.queued > mostQueued) refuse('unavailable', { retryAfterSeconds: 1 });
      const reference = newReference();
      const limit = velocityLimitOf(settings, request.buyer);
      const newDevice = limit === undefined ? null : { capKobo: limit.amountKobo, hours: limit.hours };
      const opened = await openQueue.add({ request, reference, supplier, newDevice });
      switch (opened.outcome) {
        case 'accepted': {
          const { bought, finished } = sending.start(request, opened, { reference, supplier });
          return onRecord(opened.transactionId, await within(finished, settings.waitMs, bought), false);
        }
        case 'replay':
          return replay(opened.transactionId);
        case 'duplicate':
          return { outcome: 'possible_duplicate', transactionId: opened.transactionId };
        case 'repriced':
          return { outcome: 'repriced' };
        case 'over_limit':
          return refuseNotPosted({ outcome: 'over_spending_limit', leftKobo: opened.leftKobo });
        case 'token_limit':
          return refuseTokenLimit(opened.leftKobo);
        case 'device_cap':
          if (limit === undefined) throw new Error(`${reference} has no velocity limit`);
          return refuseBeyondVelocityLimit(limit, opened.leftKobo);
        case 'held':
          return refuseNotPosted({ ...opened, outcome: 'money_held' });
        case 'closed':
          throw shopClosed();
        case 'ended':
        case 'key_reused':
        case 'restricted':
        case 'frozen':
        case 'locked':
        case 'insufficient':
        case 'busy':
        case 'unsure':
          return refuse(refusalFor[opened.outcome]);
      }
    },
  };
}

const refusalFor = {
  ended: 'unauthenticated',
  key_reused: 'idempotency_key_reused',
  restricted: 'account_restricted',
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
