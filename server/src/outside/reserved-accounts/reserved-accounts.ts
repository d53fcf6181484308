/** What the shop asks of whoever opens bank accounts for its users. Answers are values; nothing is thrown for what happens on the network. */
import type { Kobo } from '@jara/contract/money.ts';
import type { Hook } from '../../platform/hook.ts';

export interface AccountRequest {
  /** Ours, stored before the call: asked twice with the same one, the provider is meant to open one account. */
  reference: string;
  /** The name on the account begins with it. */
  name: string;
  email: string;
  phone: string;
}

export type OpenAnswer =
  | { outcome: 'opened'; accountNumber: string; accountName: string; providerReference: string | null }
  /** The provider certainly opened nothing. */
  | { outcome: 'refused'; message: string }
  | { outcome: 'unknown'; reason: string };

/** A payment into an account, as the signed hook reports it. */
export interface IncomingTransfer {
  /** The provider's own id, by which the transfer counts once. */
  providerReference: string;
  accountNumber: string;
  /** What the payer sent. */
  paidKobo: Kobo;
  sender: string | null;
}

export type HookReading =
  | { outcome: 'transfer'; transfer: IncomingTransfer }
  /** Signed, but nothing to credit: another event, or a transfer that did not succeed. */
  | { outcome: 'other'; reason: string };

export interface ReservedAccountProvider {
  /** paymentpoint: as in the address of its hook and in the references of postings. */
  readonly name: string;
  /** palmpay: the one bank that it opens accounts at, and the house account `reserved:palmpay`. */
  readonly bank: string;
  open(request: AccountRequest): Promise<OpenAnswer>;
  isSigned(hook: Hook): boolean;
  /** Reads the body of a hook whose signature was right. */
  readHook(body: string): HookReading;
  close(): Promise<void>;
}
