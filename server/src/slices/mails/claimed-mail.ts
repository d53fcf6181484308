/** A mail of the outbox, as it is read when it is claimed. */
import type { AccountMailKind } from './queue-mail.ts';

export interface ClaimedMail {
  id: bigint;
  /** Null for a mail to somebody who has no account yet. */
  userId: bigint | null;
  campaignId: bigint | null;
  /** Of `service_back`: what is available again. */
  serviceId: number | null;
  kind: AccountMailKind | 'campaign' | 'service_back' | 'registration_code';
  toAddress: string;
  /** As it was found: `sending` means that somebody died over it. */
  state: 'queued' | 'sending';
  attemptId: string;
  tries: number;
  ageSeconds: number;
  createdAt: Date;
}
