/**
 * What the shop asks of every supplier, whatever its protocol. Answers are values: an adapter never throws for what happens on
 * the network, and says `refused` only when the supplier has certainly not delivered and will not.
 */
import type { MeterCompany, MeterType, Network } from '@jara/contract/constants.ts';
import type { Kobo } from '@jara/contract/money.ts';

interface AnyOrder {
  /** Our reference for this attempt: stored before the first byte is sent, never used for a second send. */
  reference: string;
  /** When the attempt was put on record. Some suppliers want the time in their own reference: it is made of this, not of the clock. */
  sentAt: Date;
  /** The face value of airtime or electricity, in kobo. */
  faceValueKobo: Kobo;
}

export interface PhoneOrder extends AnyOrder {
  kind: 'data' | 'airtime';
  network: Network;
  /** 11 local digits. */
  recipient: string;
  /** The supplier's own id of the plan, for data. */
  supplierPlanId: string | null;
  /** True when the network differs from the one that the prefix was issued to. */
  isPorted: boolean;
}

export interface MeterOrder extends AnyOrder {
  kind: 'electricity';
  disco: MeterCompany;
  meterType: MeterType;
  /** The meter's number, digits only. */
  recipient: string;
  /** Where the company may send its own message: 11 local digits. */
  phone: string;
}

export type SupplierOrder = PhoneOrder | MeterOrder;
export type OrderKind = SupplierOrder['kind'];

/** What is known of an order that was sent, to ask about it again. */
export interface SentOrder {
  kind: OrderKind;
  reference: string;
  recipient: string;
  /** The supplier's own id, when an answer gave one. */
  supplierId: string | null;
  sentAt: Date;
}

/** An order that our own database has as delivered. */
export type DeliveredOrder = Omit<SentOrder, 'supplierId'>;

interface ProviderResponse {
  supplierId: string | null;
  /** The supplier's words, for the receipt. */
  message: string | null;
  /** The answer as it came, cut to 4 kB, without our secrets. */
  raw: string | null;
}

export type SupplierAnswer =
  /** Of electricity, `tokens` are in the order in which they are entered; it may have none yet. */
  | (ProviderResponse & { outcome: 'delivered'; tokens: string[]; units: string | null })
  /** `tokens`: what a refusal carries that says otherwise. Value was given, so the money must not go back by itself. */
  | (ProviderResponse & { outcome: 'refused'; tokens?: string[] })
  /** Accepted but not finished, no answer, or an answer that says nothing for certain. */
  | (ProviderResponse & { outcome: 'unknown'; reason: UnknownReason });

export type UnknownReason =
  | 'processing'
  | 'timeout'
  | 'connection'
  | 'server_error'
  | 'unreadable'
  | 'unknown_word'
  | 'unexpected_status';

/** `not_found`: the supplier answered properly and does not know the reference. One such answer proves nothing yet. */
export type RequeryAnswer = SupplierAnswer | (ProviderResponse & { outcome: 'not_found' });

export interface Meter {
  disco: MeterCompany;
  meterType: MeterType;
  /** Digits only. */
  meterNumber: string;
}

export type MeterAnswer =
  | { outcome: 'known'; name: string; address: string | null; minimumKobo: Kobo | null }
  /** The company does not know this meter; `words` are its own. */
  | { outcome: 'invalid'; words: string | null }
  /** No answer that says either. */
  | { outcome: 'unknown' };

/** An order as the supplier's own list has it, whoever made it. */
export interface ListedOrder {
  /** Ours where we made it; null where the list has none. */
  reference: string | null;
  supplierId: string | null;
  recipient: string | null;
  amountKobo: Kobo | null;
  at: Date | null;
  /** What the supplier says became of it. */
  words: string | null;
  /** It was certainly not delivered, or taken back: nobody has anything of it. */
  isRefused: boolean;
  /** What the row says of an order of ours, looked at as closely as the answer to a question about that order. */
  about(order: SentOrder): RequeryAnswer;
}

export type OrderPage =
  { outcome: 'told'; rows: ListedOrder[]; isLast: boolean } | { outcome: 'unknown'; problem: string };

export type FloatAnswer = { outcome: 'known'; floatKobo: Kobo } | { outcome: 'unknown'; problem: string };

export interface Supplier {
  /** GLAD, ALARO, VTPASS: as in the routing table and the books. */
  readonly name: string;
  /** Sends the order once. Takes at most the adapter's time-out (25 s). Never throws. */
  vend(order: SupplierOrder): Promise<SupplierAnswer>;
  /** Asks what became of an order. Takes at most the adapter's time-out (8 s). Never throws. */
  requery(order: SentOrder): Promise<RequeryAnswer>;
  /** Asks whose meter it is. Takes at most the adapter's time-out (8 s). Never throws. */
  checkMeter(meter: Meter): Promise<MeterAnswer>;
  /** Our money at the supplier. Takes at most the adapter's time-out (8 s). Never throws. */
  readFloat(): Promise<FloatAnswer>;
  /**
   * One page of all orders of a kind, newest first, from page 1. Takes at most the adapter's time-out (8 s). Absent where the supplier has
   * no list. Never throws.
   */
  listPage?(kind: OrderKind, page: number): Promise<OrderPage>;
  /** The reference that an unsigned hook of this supplier speaks of, or null. The hook is only a hint to ask. */
  referenceInHook(body: unknown): string | null;
  /** The answer that the sender of a hook expects. */
  readonly hookAnswer: Readonly<Record<string, string>>;
  close(): Promise<void>;
}
