/**
 * Commit 1 of a purchase: the money leaves the wallet and the purchase is on record as sent, before anything is sent. Purchases that
 * wait at the same moment share one commit (queues.ts); each gets its own answer. What each answer means stands at the head of
 * server/database/functions/open_purchases.sql.
 */
import { kobo, type Kobo } from '@jara/contract/money.ts';
import type { MoneyHeld } from '../../ledger/spending-controls.ts';
import { brokenConstraint, isMomentary, hadNoEffect, type Pool } from '../../platform/db.ts';
import type { EncodedBatch } from '../../platform/batches/batch-queue.ts';
import type { Log } from '../../platform/log.ts';
import { compositeArray } from '../../platform/batches/composite-array.ts';
import { requestHash, type PurchaseRequest } from './request.ts';

export interface Opening {
  request: PurchaseRequest;
  reference: string;
  supplier: string;
  /** Of the buyer's device, or of a buyer who is not proved; null where only the balance limits what leaves. */
  newDevice: { capKobo: Kobo; hours: number } | null;
}

export type Opened =
  | { outcome: 'accepted'; transactionId: bigint; balanceBefore: bigint; balanceAfter: bigint; at: Date }
  | { outcome: 'replay' | 'duplicate'; transactionId: bigint }
  | {
      outcome:
        'ended' | 'key_reused' | 'closed' | 'restricted' | 'frozen' | 'locked' | 'repriced' | 'insufficient';
    }
  | { outcome: 'over_limit' | 'token_limit' | 'device_cap'; leftKobo: Kobo }
  | ({ outcome: 'held'; leftSeconds: number } & MoneyHeld)
  /** The database took nothing: it has no time for it now, or is not there. */
  | { outcome: 'busy' }
  /** The database did not say whether the money was taken. The requery job finds the purchase if it was. */
  | { outcome: 'unsure' };

/** What `open_purchases` answers of each. */
export interface OpenedRow {
  n: number;
  outcome: Exclude<Opened['outcome'], 'busy' | 'unsure'> | 'again';
  transaction_id: number;
  balance_before: number;
  balance_after: number;
  left: number;
  until: string;
  seconds: number;
  because: MoneyHeld['because'];
  most: number;
  at: string;
}

export interface OpenSettings {
  duplicateWindowSeconds: number;
  firstCheckSeconds: number;
}

/** The type `purchase_to_open`, in its order. What the function itself adds to a purchase is null in all of them. */
export const purchaseToOpen = [
  'n',
  'wallet',
  'user_id',
  'key',
  'request_hash',
  'force',
  'reference',
  'type',
  'network',
  'product',
  'description',
  'recipient',
  'plan_id',
  'price',
  'face_value',
  'cost',
  'volume_mb',
  'supplier',
  'client_reference',
  'metadata',
  'id',
  'posting_id',
  'balance_before',
  'balance_after',
  'version',
  'token_id',
  'device_cap',
  'device_hours',
  'catalogue_version',
  'session_hash',
] as const;

const toItem = ({ request, reference, supplier, newDevice }: Opening, n: number) => ({
  n,
  wallet: Number(request.buyer.walletAccountId),
  user_id: Number(request.buyer.userId),
  key: request.key,
  request_hash: request.key === null ? null : requestHash(request),
  force: request.force,
  reference,
  type: request.type,
  network: request.network,
  product: request.product,
  description: request.description,
  recipient: request.recipient,
  plan_id: request.planId,
  price: Number(request.priceKobo),
  face_value: Number(request.faceValueKobo),
  cost: Number(request.costKobo),
  catalogue_version: Number(request.catalogueVersion),
  volume_mb: request.volumeMb === null ? null : Number(request.volumeMb),
  supplier,
  client_reference: request.client.clientReference,
  metadata: request.client.metadata === null ? null : JSON.stringify(request.client.metadata),
  token_id: request.buyer.token === null ? null : Number(request.buyer.token.id),
  session_hash: request.buyer.token === null ? `\\x${request.buyer.tokenHash.toString('hex')}` : null,
  device_cap: newDevice === null ? null : Number(newDevice.capKobo),
  device_hours: newDevice?.hours,
});

function toAnswer(row: OpenedRow): Opened | 'again' {
  switch (row.outcome) {
    case 'again':
      return 'again';
    case 'accepted':
      return {
        outcome: 'accepted',
        transactionId: BigInt(row.transaction_id),
        balanceBefore: BigInt(row.balance_before),
        balanceAfter: BigInt(row.balance_after),
        at: new Date(row.at),
      };
    case 'replay':
    case 'duplicate':
      return { outcome: row.outcome, transactionId: BigInt(row.transaction_id) };
    case 'ended':
    case 'key_reused':
    case 'closed':
    case 'restricted':
    case 'frozen':
    case 'locked':
    case 'repriced':
    case 'insufficient':
      return { outcome: row.outcome };
    case 'held':
      return {
        outcome: 'held',
        because: row.because,
        until: new Date(row.until),
        leftSeconds: row.seconds,
        purchasesKobo: kobo(row.most),
      };
    case 'over_limit':
    case 'token_limit':
    case 'device_cap':
      return { outcome: row.outcome, leftKobo: kobo(row.left) };
  }
}

/** A batch as `open_purchases` takes it, and its answers in the order of the openings. */
export const openBatch = (openings: readonly Opening[]): EncodedBatch<OpenedRow, Opened> => ({
  param: compositeArray(purchaseToOpen, openings.map(toItem)),
  answers(rows) {
    const answers: (Opened | 'again')[] = [];
    for (const row of rows) answers[row.n] = toAnswer(row);
    return answers;
  },
});

const RETRY_DELAYS_MS = [50, 200, 500, 1_000, 2_000];

/** What becomes of an opening whose batch failed. `commit` opens a batch in a commit of its own. */
export function createOpenAlone(
  pool: Pool,
  commit: (openings: Opening[]) => Promise<(Opened | 'again')[]>,
  log: Log,
): (opening: Opening, error: unknown) => Promise<Opened> {
  /** The purchase that an earlier, unanswered commit of this very opening made. */
  async function findOwn(reference: string): Promise<Opened | undefined> {
    const row = await pool.find<{ id: bigint; before: bigint; after: bigint; at: Date }>(
      `select id, balance_before as before, balance_after as after, created_at as at from transactions where reference = $1`,
      [reference],
    );
    if (row === undefined) return undefined;
    return {
      outcome: 'accepted',
      transactionId: row.id,
      balanceBefore: row.before,
      balanceAfter: row.after,
      at: row.at,
    };
  }

  /**
   * One opening alone, with its first reference: if the unanswered commit did get through, the reference's unique key says so, and
   * the purchase is found by it instead of being made twice. Undefined when only another try can tell.
   */
  async function openAlone(opening: Opening): Promise<Opened | undefined> {
    try {
      const [answer] = await commit([opening]);
      if (answer === undefined || answer === 'again') return undefined;
      if (answer.outcome === 'accepted') return answer;
      // A no may come from what the unanswered commit itself did: it used the key, or it took the money that is missing now.
      return (await findOwn(opening.reference)) ?? answer;
    } catch (error) {
      // Another call took the key in the meantime: asking again finds it.
      if (brokenConstraint(error) === 'idempotency_keys_once') return undefined;
      if (isMomentary(error)) throw error;
      const own = await findOwn(opening.reference);
      if (own === undefined) throw error;
      return own;
    }
  }

  return async (opening, error) => {
    const { reference } = opening;
    log.warn({ err: error, reference }, 'a batch of purchases failed; each is opened alone');
    let tookNothing = hadNoEffect(error);
    for (const delayMs of [0, ...RETRY_DELAYS_MS]) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      try {
        const opened = await openAlone(opening);
        if (opened !== undefined) return opened;
      } catch (alone) {
        log.warn({ err: alone, reference }, 'opening a purchase alone failed');
        if (!isMomentary(alone)) throw alone;
        tookNothing &&= hadNoEffect(alone);
      }
    }
    return { outcome: tookNothing ? 'busy' : 'unsure' };
  };
}
