/** What the shop asks of a card gateway. Answers are values; nothing is thrown for what happens on the network. */
import type { Kobo } from '@jara/contract/money.ts';
import type { Hook } from '../../platform/hook.ts';

export interface PaymentRequest {
  /** Ours, stored before the call. */
  reference: string;
  amountKobo: Kobo;
  email: string;
  customerName: string;
  /** Where the payer's browser returns to. */
  returnUrl: string;
}

export type InitiateAnswer =
  | { outcome: 'opened'; link: string }
  /** The gateway certainly did not open it. */
  | { outcome: 'refused'; message: string }
  | { outcome: 'unknown'; reason: string };

export type VerifyAnswer =
  | { outcome: 'paid'; amountKobo: Kobo; currency: string; providerReference: string | null }
  | { outcome: 'failed'; message: string }
  | { outcome: 'pending' }
  /** The gateway does not know the reference. */
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; reason: string };

export interface CardGateway {
  /** squad: as in the address of its hook and in the books (`gateway:squad`). */
  readonly name: string;
  initiate(request: PaymentRequest): Promise<InitiateAnswer>;
  verify(reference: string): Promise<VerifyAnswer>;
  /** The reference of a hook whose signature over the raw bytes is right; null for any other body. */
  referenceInSignedHook(hook: Hook): string | null;
  close(): Promise<void>;
}
