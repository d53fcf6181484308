/** Refusals: the expected no. Thrown anywhere below a handler, caught once in app.ts. Bugs are `assert`ed instead. */
import type { SecurityFactor } from '@jara/contract/security-event-kinds.ts';
import { refusals, type FieldError, type RefusalCode } from '@jara/contract/refusals.ts';
import { isDatabaseTrouble } from './db.ts';

export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: RefusalDetails;
  constructor(code: RefusalCode, details: RefusalDetails) {
    super(details.msg ?? refusals[code].msg);
    this.code = code;
    this.details = details;
  }
  get status(): number {
    return refusals[this.code].status;
  }
}

export interface RefusalDetails {
  /** Replaces the table's sentence. */
  msg?: string;
  errors?: FieldError[];
  /** Further fields of the body, as the call documents them. */
  body?: Record<string, unknown>;
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  /** The name of the counter that is full; for the record, not for the caller. */
  counter?: string;
  /** What was given as a proof, where the code of the refusal does not say it; for the record, not for the caller. */
  factor?: SecurityFactor;
}

export function refuse(code: RefusalCode, details: RefusalDetails = {}): never {
  throw new Refusal(code, details);
}

/** Nothing is sold or sent after a restore to the past, until an admin opens the shop. */
export const shopClosed = (): Refusal => new Refusal('shop_closed', { retryAfterSeconds: 60 });

/** A field that is wrong: 400 with the sentence as toast and beside the field. */
export function refuseField(field: string, msg: string): never {
  refuse('invalid_input', { msg, errors: [{ field, msg }] });
}

/**
 * Of a part of a call that comes before anything which the call does: where the database fails in it, nothing was done, and the caller hears
 * that for certain. Refuses with unavailable then.
 */
export async function beforeAnything<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (isDatabaseTrouble(error)) refuse('unavailable', { retryAfterSeconds: 1 });
    throw error;
  }
}
