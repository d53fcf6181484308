/**
 * What the shop asks of every supplier, whatever its protocol. Answers are values: an adapter never throws for what happens on
 * the network, and says `refused` only when the supplier has certainly not delivered and will not.
 */
import type { Network } from '@jara/contract/constants.ts';
import type { Kobo } from '@jara/contract/money.ts';

export interface SupplierOrder {
  kind: 'data' | 'airtime';
  /** Our reference for this attempt: stored before the first byte is sent, never used for a second send. */
  reference: string;
  network: Network;
  /** 11 local digits. */
  recipient: string;
  /** The face value of airtime, in kobo. */
  faceValueKobo: Kobo;
  /** The supplier's own id of the plan, for data. */
  supplierPlanId: string | null;
  /** True when the network differs from the one that the prefix was issued to. */
  isPorted: boolean;
}

/** What is known of an order that was sent, to ask about it again. */
export interface SentOrder {
  kind: 'data' | 'airtime';
  reference: string;
  recipient: string;
  /** The supplier's own id, when an answer gave one. */
  supplierId: string | null;
  sentAt: Date;
}

interface Told {
  supplierId: string | null;
  /** The supplier's words, for the receipt. */
  message: string | null;
  /** The answer as it came, cut to 4 kB, without our secrets. */
  raw: string | null;
}

export type SupplierAnswer =
  | (Told & { outcome: 'delivered'; tokens: string[]; units: string | null })
  | (Told & { outcome: 'refused' })
  /** Accepted but not finished, no answer, or an answer that says nothing for certain. */
  | (Told & { outcome: 'unknown'; reason: UnknownReason });

export type UnknownReason =
  | 'processing'
  | 'timeout'
  | 'connection'
  | 'server_error'
  | 'unreadable'
  | 'unknown_word'
  | 'unexpected_status';

/** `not_found`: the supplier answered properly and does not know the reference. One such answer proves nothing yet. */
export type RequeryAnswer = SupplierAnswer | (Told & { outcome: 'not_found' });

export interface Supplier {
  /** GLAD, ALARO: as in the routing table and the books. */
  readonly name: string;
  /** Sends the order once. Takes at most the adapter's time-out (25 s). Never throws. */
  vend(order: SupplierOrder): Promise<SupplierAnswer>;
  /** Asks what became of an order. Takes at most the adapter's time-out (8 s). Never throws. */
  requery(order: SentOrder): Promise<RequeryAnswer>;
  /** The reference that an unsigned hook of this supplier speaks of, or null. The hook is only a hint to ask. */
  referenceInHook(body: unknown): string | null;
  close(): Promise<void>;
}
