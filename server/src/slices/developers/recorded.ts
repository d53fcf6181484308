/** What each call was sent and answered when the sandbox was played, for the examples of the API's document. Written by `npm run examples`. */
import type { CallName } from '@jara/contract/paths.ts';
import file from './recorded-examples.json' with { type: 'json' };

export interface Example {
  /** What fills the path, the query or the body. */
  input: Record<string, unknown>;
  status: number;
  reply: unknown;
}

/** A call that was added is there once the examples are recorded again. */
export const recorded: Readonly<Partial<Record<CallName, Example>>> = file;
