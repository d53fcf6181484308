/** What `GET /control/journal` shows. Amounts are naira; times are ISO 8601. */

export interface DeliveryView {
  supplier: string;
  supplierId: string;
  reference: string;
  kind: string;
  network: string;
  recipient: string;
  amount: number;
  /** The supplier's own plan id; null for anything but data. */
  planId: number | string | null;
  /** The plan's place in the catalogue of `sandbox/src/data/plans.ts`; null for anything but data. */
  catalogueId: number | null;
  /** Of electricity: `prepaid` or `postpaid`, and what the buyer has to enter into the meter. */
  meterType?: string;
  tokens?: string[];
  at: string;
  reversedAt?: string;
}

/** Money that a gateway took. */
export interface PaymentView {
  gateway: string;
  reference: string;
  gatewayReference: string;
  /** Of a bank transfer: the account that it went into. */
  accountNumber?: string;
  amount: number;
  email: string;
  at: string;
}

/** A payment page, paid or not. */
export interface LinkView {
  gateway: string;
  reference: string;
  amount: number;
  email: string;
  status: string;
  at: string;
}

/** Money that a bank sent out. */
export interface PayoutView {
  /** The simulator that paid. */
  bank: string;
  reference: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  amount: number;
  at: string;
  reversedAt?: string;
}

export interface MailView {
  id: number;
  /** Of the envelope, as is `to`. */
  from: string;
  to: string;
  headers: [name: string, value: string][];
  subject: string;
  messageId: string;
  text: string;
  html: string | null;
  at: string;
}

/** What a push service was handed for a device. */
export interface PushView {
  device: string;
  /** The public key of who sent it. */
  sender: string;
  ttlSeconds: number;
  topic: string | null;
  urgency: string | null;
  /** Encrypted, in base64. */
  body: string;
  /** What it was answered. */
  status: number;
  at: string;
}

/** A text message as its receiver reads it. */
export interface MessageView {
  id: number;
  to: string;
  from: string;
  text: string;
  at: string;
}

export interface WebhookView {
  id: string;
  /** The simulator that sent it. */
  face: string;
  event: string;
  reference: string;
  body: string;
  at: string;
  deliveredAt: string | null;
  gaveUp: boolean;
  attempts: { at: string; url: string; status: number | null }[];
}

export interface JournalView {
  deliveries: DeliveryView[];
  payments: PaymentView[];
  links: LinkView[];
  payouts: PayoutView[];
  mails: MailView[];
  pushes: PushView[];
  messages: MessageView[];
  webhooks: WebhookView[];
}
