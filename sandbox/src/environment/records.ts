import type { Disco, MeterType } from '../data/meters.ts';
import type { OrderState } from '../data/outcomes.ts';
import type { Network } from '../data/plans.ts';
import type { ListTrouble } from '../data/list-troubles.ts';

/** Everything that the journal can hold. The state of the environment is these records, applied in their order. */

export type OrderKind = 'data' | 'airtime' | 'electricity';
export type SupplierStore = 'glad' | 'alaro' | 'vtpass';

/** What electricity adds to an order. */
export interface MeterFacts {
  disco: Disco;
  type: MeterType;
  /** In the order in which they are entered; none for a postpaid meter. */
  tokens: string[];
  units: string | null;
  /** The tokens are not in any answer before this moment. */
  tokensAt: number;
}

/** A purchase that a supplier accepted. Born `successful`, it is a delivery. */
export interface OrderRecord {
  store: SupplierStore;
  type: 'order';
  id: number;
  kind: OrderKind;
  reference: string;
  /** Null for electricity. */
  network: Network | null;
  recipient: string;
  /** Id in `data/plans.ts`; null for anything but data. */
  planId: number | null;
  amountKobo: number;
  costKobo: number;
  ported: boolean;
  /** Of electricity only. */
  meter?: MeterFacts;
  at: number;
  state: 'successful' | 'processing';
  /** The change that time brings, if any. */
  dueAt: number | null;
  dueState: OrderState | null;
}

/** Later state of an order: a delivery, a failure, or a delivery taken back. */
interface SettledRecord {
  store: SupplierStore;
  type: 'settled';
  id: number;
  state: OrderState;
  at: number;
}

/** A float set by hand. */
export interface FloatRecord {
  store: SupplierStore;
  type: 'float';
  floatKobo: number;
  at: number;
}

/** Keeps supplier ids unique across a reset, so that an old id is never somebody else's order. */
export interface ResumedRecord {
  store: SupplierStore;
  type: 'resumed';
  nextId: number;
}

export interface LinkRecord {
  store: 'squad';
  type: 'link';
  reference: string;
  gatewayReference: string;
  amountKobo: number;
  email: string;
  customerName: string | null;
  callbackUrl: string | null;
  meta: unknown;
  at: number;
}

/** Somebody pressed Pay or Fail on a checkout page. */
export interface PaymentRecord {
  store: 'squad';
  type: 'payment';
  reference: string;
  status: 'success' | 'failed';
  at: number;
}

/** A transfer to a bank account that the gateway accepted. Born `successful`, it is paid. */
export interface PayoutRecord {
  store: 'squad';
  type: 'payout';
  reference: string;
  nipReference: string;
  amountKobo: number;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  remark: string;
  at: number;
  state: 'successful' | 'processing';
  /** The change that time brings, if any. */
  dueAt: number | null;
  dueState: OrderState | null;
}

/** Later state of a transfer: paid, failed, or come back. */
export interface PayoutSettledRecord {
  store: 'squad';
  type: 'payout settled';
  reference: string;
  state: OrderState;
  at: number;
}

/** Our balance at the gateway, set by hand. */
export interface PayoutFloatRecord {
  store: 'squad';
  type: 'payout float';
  balanceKobo: number;
  at: number;
}

/** An account into which anybody may pay. */
export interface ReservedAccountRecord {
  store: 'reserved-accounts';
  type: 'reserved account';
  /** The merchant's, where it gave one. */
  reference: string | null;
  accountNumber: string;
  accountName: string;
  customerId: string;
  email: string;
  name: string;
  phone: string;
  at: number;
}

export interface BankTransferRecord {
  store: 'reserved-accounts';
  type: 'bank transfer';
  transactionId: string;
  accountNumber: string;
  amountKobo: number;
  sender: string;
  at: number;
}

export interface WebhookRecord {
  store: 'webhooks';
  type: 'webhook';
  id: string;
  simulator: string;
  /** What it is about, in the provider's words. */
  event: string;
  reference: string;
  /** The exact bytes that are sent, and signed where the provider signs. */
  body: string;
  /** Tries in all; null means until somebody answers 2xx. */
  maxTries: number | null;
  at: number;
}

export interface AttemptRecord {
  store: 'webhooks';
  type: 'attempt';
  id: string;
  url: string;
  /** HTTP status, or null when there was no answer. */
  status: number | null;
  at: number;
}

/** A mail that somebody's mailbox took; one record for each recipient. */
export interface MailRecord {
  store: 'smtp';
  type: 'mail';
  /** Counts from 1. */
  id: number;
  /** Of the envelope, as is `to`. */
  from: string;
  to: string;
  headers: [name: string, value: string][];
  subject: string;
  messageId: string;
  text: string;
  html: string | null;
  at: number;
}

/** The server asked the sender to come again. */
export interface DeferralRecord {
  store: 'smtp';
  type: 'deferral';
  to: string;
  at: number;
}

/** A message for a device, and what its sender was answered. */
export interface PushRecord {
  store: 'push';
  type: 'push';
  device: string;
  /** The public key of who sent it. */
  sender: string;
  ttlSeconds: number;
  topic: string | null;
  urgency: string | null;
  /** As it came, in base64. */
  body: string;
  status: number;
  at: number;
}

/** A text message that was taken. */
export interface MessageRecord {
  store: 'sms';
  type: 'message';
  /** Counts from 1. */
  id: number;
  /** 0803 and so on. */
  to: string;
  from: string;
  text: string;
  at: number;
}

export interface SwitchRecord {
  store: 'switches';
  type: 'switch';
  simulator: string;
  latencyMs: number;
  failPercent: number;
  down: boolean;
  /** Not in journals of before it was a switch. */
  lists?: ListTrouble;
  at: number;
}

export type JournalRecord =
  | OrderRecord
  | SettledRecord
  | FloatRecord
  | ResumedRecord
  | LinkRecord
  | PaymentRecord
  | ReservedAccountRecord
  | BankTransferRecord
  | PayoutRecord
  | PayoutSettledRecord
  | PayoutFloatRecord
  | WebhookRecord
  | AttemptRecord
  | MailRecord
  | DeferralRecord
  | PushRecord
  | MessageRecord
  | SwitchRecord;
