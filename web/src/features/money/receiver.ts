/** Who got a transfer: the transaction of a transfer that was sent names its receiver, and the note that went with it. */
import type { Transaction } from '@jara/contract/calls/transactions.ts';

export interface Receiver {
  /** Masked. */
  name: string;
  userName: string;
  note?: string;
}

/** Undefined for what is no transfer, or came in. */
export function receiverOf({
  trans_Type: type,
  description,
}: Pick<Transaction, 'trans_Type' | 'description'>): Receiver | undefined {
  const [, name, userName, note] = /^To (.+?) \(([a-z0-9_]+)\)(?:: (.+))?$/s.exec(description) ?? [];
  if (type !== 'transfer' || name === undefined || userName === undefined) return undefined;
  return { name, userName, ...(note !== undefined && { note }) };
}
