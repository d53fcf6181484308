/** Which refusals a call can give, and how each looks in the API's document. */
import type { Call, CallShape } from '@jara/contract/call.ts';
import { refusals, type RefusalCode } from '@jara/contract/refusals.ts';
import { Receipt } from '@jara/contract/calls/transactions.ts';
import { Type, type TSchema } from 'typebox';

/** What some refusals carry besides `msg`, `code` and `requestId`. */
const extras: Partial<Record<RefusalCode, Record<string, TSchema>>> = {
  supplier_refused: { receipt: Receipt },
  possible_duplicate: { receipt: Receipt },
  price_changed: { expectedAmount: Type.Number({ description: "Today's price in naira" }) },
  meter_invalid: {
    name: Type.String({ description: "What the company says, in the place of the owner's name" }),
  },
  changed_meanwhile: {
    version: Type.Optional(Type.Integer({ description: 'The version that there is now' })),
  },
  price_needs_confirmation: {
    prices: Type.Array(
      Type.Object({
        planId: Type.Optional(Type.Integer({ description: 'Where the request names several plans' })),
        field: Type.String(),
        from: Type.Union([Type.Number(), Type.Null()]),
        to: Type.Number(),
        cost: Type.Union([Type.Number(), Type.Null()]),
        why: Type.String({ description: 'below_cost, big_change' }),
      }),
    ),
  },
};

type Documented = CallShape & Pick<Call, 'method'>;

/** Every code that the call may answer with, those that all calls share included. */
export function refusalsOf(shape: Documented): RefusalCode[] {
  const { access, method, params, query, body, beforeTotp, money = false, changesByGet } = shape;
  const codes: RefusalCode[] = ['internal_error', 'unavailable', ...(shape.refusals ?? [])];
  if (params !== undefined || query !== undefined || body !== undefined || money) codes.push('invalid_input');
  // A call that needs no body still refuses one that cannot be read.
  if (method !== 'GET') codes.push('malformed_body', 'body_too_large', 'unsupported_media_type');
  if (params !== undefined || query !== undefined) codes.push('malformed_body');
  // Such as an id that is longer than any.
  if (params !== undefined) codes.push('not_found');
  // Guessing a PIN ends after a few.
  if (shape.pin === true) codes.push('pin_required', 'wrong_pin', 'too_many_requests');
  if (beforeTotp !== true) codes.push('totp_setup_required');
  if (access !== 'public') codes.push('unauthenticated');
  if ((access !== 'public' && access !== 'user') || changesByGet !== undefined) codes.push('forbidden');
  return [...new Set(codes)];
}

/** The codes of a call by HTTP status, the lowest first. */
export function refusalsByStatus(shape: Documented): Map<number, RefusalCode[]> {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(shape)) {
    const { status } = refusals[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].toSorted(([one], [other]) => one - other));
}

const shared = {
  msg: Type.String({ description: 'A sentence for the person' }),
  requestId: Type.String({ description: 'Quote it to support' }),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), msg: Type.String() }), {
      description: 'The fields at fault',
    }),
  ),
};

/** The body of a refusal with one of these codes. */
export function refusalSchema(codes: readonly RefusalCode[]): TSchema {
  const plain = codes.filter((code) => extras[code] === undefined);
  const bodies: TSchema[] = codes
    .filter((code) => extras[code] !== undefined)
    .map((code) => Type.Object({ ...shared, code: Type.Enum([code]), ...extras[code] }));
  if (plain.length > 0) bodies.unshift(Type.Object({ ...shared, code: Type.Enum(plain) }));
  const [only, ...others] = bodies;
  return only !== undefined && others.length === 0 ? only : Type.Union(bodies);
}
