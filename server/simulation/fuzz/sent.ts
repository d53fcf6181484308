import type { CallName } from '@jara/contract/paths.ts';

/** A request on its way. */
export interface Sent {
  /** The call that the address belongs to; null when it is changed beyond that. */
  name: CallName | null;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** What was meant. */
  kind: 'valid' | 'nearly valid' | 'broken' | 'hook';
}
