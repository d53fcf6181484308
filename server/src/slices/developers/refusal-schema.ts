/** Which refusals a call can give, and how each looks in the API's document. */
import { isChange, type Call, type CallShape } from '@jara/contract/call.ts';
import { staffStepUp } from '@jara/contract/staff-step-up.ts';
import { refusals, type RefusalCode } from '@jara/contract/refusals.ts';
import { PasskeyRequest, takesPasskey } from '@jara/contract/passkey.ts';
import { UnusualPrice } from '@jara/contract/calls/unusual-prices.ts';
import { Receipt } from '@jara/contract/calls/transactions.ts';
import { Type, type TSchema } from 'typebox';
import { exampleOf } from './examples.ts';

const passkey = Type.Optional(PasskeyRequest);

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
  // Of whoever has one: the same request goes again with what it answers.
  pin_required: { passkey },
  totp_required: { passkey },
  login_code_required: {
    sentTo: Type.String({ description: 'The e-mail address of the account, masked: `a•••@mail.example`' }),
  },
  too_many_requests: {
    codeByMail: Type.Optional(
      Type.Boolean({ description: 'It goes on by a code that `deviceCode` has mailed' }),
    ),
  },
  price_needs_confirmation: {
    prices: Type.Array(UnusualPrice),
  },
};

type Documented = CallShape & Pick<Call, 'name' | 'method'>;

/** Every code that the call may answer with, those that all calls share included. */
export function refusalsOf(shape: Documented): RefusalCode[] {
  const { name, access, method, params, query, body, beforeTotp, keyed = false } = shape;
  const codes: RefusalCode[] = [
    'internal_error',
    'unavailable',
    // Every call counts towards a limit of requests in a minute.
    'too_many_requests',
    ...(shape.refusals ?? []),
  ];
  if (params !== undefined || query !== undefined || body !== undefined || keyed) codes.push('invalid_input');
  // The database may fail amid a call that changes something.
  if (isChange(shape)) codes.push('outcome_unknown');
  if (shape.money === true && shape.bringsMoney !== true) codes.push('shop_closed');
  // A call that needs no body still refuses one that cannot be read.
  if (method !== 'GET') codes.push('malformed_body', 'body_too_large', 'unsupported_media_type');
  if (params !== undefined || query !== undefined) codes.push('malformed_body');
  // Such as an id that is longer than any.
  if (params !== undefined) codes.push('not_found');
  // Its key may stand for what a second admin did not confirm.
  if (shape.mayBeHeld === true) codes.push('not_waiting');
  if (shape.pin === true) codes.push('pin_required', 'wrong_pin');
  if (takesPasskey(body)) codes.push('wrong_passkey', 'passkey_copied');
  // In a login it comes after the password.
  if (takesPasskey(body) && access !== 'public') codes.push('passkey_needs_password');
  if (staffStepUp[name] !== undefined) codes.push('step_up_required');
  if (beforeTotp !== true) codes.push('totp_setup_required');
  if (access !== 'public') codes.push('unauthenticated');
  // An API token may lack the scope, or come from elsewhere.
  if (access !== 'public' || shape.changesByGet !== undefined) codes.push('forbidden');
  return [...new Set(codes)];
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

/** 'possible_duplicate' -> 'PossibleDuplicate'. */
const nameOf = (code: RefusalCode): string =>
  code.replaceAll(/(?:^|_)(\w)/g, (_match, first: string) => first.toUpperCase());

// The keys of a literal are its names.
const allCodes = Object.keys(refusals) as RefusalCode[];
const isPlain = (code: RefusalCode): boolean => extras[code] === undefined;

/** The bodies of refusals, each written once in the document: one for all that carry nothing more, and one for each other. */
const bodiesOf = (codes: readonly RefusalCode[]): Readonly<Record<string, TSchema>> => ({
  Refusal: Type.Object({ ...shared, code: Type.Enum(codes.filter(isPlain)) }),
  ...Object.fromEntries(
    codes
      .filter((code) => !isPlain(code))
      .map((code) => [nameOf(code), Type.Object({ ...shared, code: Type.Enum([code]), ...extras[code] })]),
  ),
});

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const responseName = (status: number): string => `Refused${status}`;
export const refusedAnswer = (status: number) => ({ $ref: `#/components/responses/${responseName(status)}` });

function responseOf(codes: readonly RefusalCode[], bodies: Readonly<Record<string, TSchema>>) {
  const schemas = [
    ...(codes.some(isPlain) ? [reference('Refusal')] : []),
    ...codes.filter((code) => !isPlain(code)).map((code) => reference(nameOf(code))),
  ];
  const [only, ...others] = schemas;
  const waits = codes.some((code) => code === 'too_many_requests' || code === 'idempotency_in_progress');
  const bodyOf = (code: RefusalCode): Record<string, unknown> => ({
    // An object's example is one.
    ...(exampleOf(bodies[isPlain(code) ? 'Refusal' : nameOf(code)] ?? Type.Object({})) as object),
    msg: refusals[code].msg,
    code,
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${refusals[code].msg}`).join('  \n'),
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(waits ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } : {}),
      ...(codes.includes('too_many_requests')
        ? {
            ratelimit: { $ref: '#/components/headers/RateLimit' },
            'ratelimit-policy': { $ref: '#/components/headers/RateLimitPolicy' },
          }
        : {}),
    },
    content: {
      'application/json': {
        schema: only !== undefined && others.length === 0 ? only : { anyOf: schemas },
        examples: Object.fromEntries(codes.map((code) => [code, { value: bodyOf(code) }])),
      },
    },
  };
}

export interface DescribedRefusals {
  /** Which codes a call may give stands with the call. */
  responses: Readonly<Record<string, ReturnType<typeof responseOf>>>;
  schemas: Readonly<Record<string, TSchema>>;
}

/** The answers that are refusals with one of these codes: one answer for each status. */
export function describeRefusals(among: ReadonlySet<RefusalCode>): DescribedRefusals {
  // In the order of the list, whoever asks.
  const codes = allCodes.filter((code) => among.has(code));
  const schemas = bodiesOf(codes);
  const statuses = [...new Set(codes.map((code) => refusals[code].status))].toSorted(
    (one, other) => one - other,
  );
  const responses = statuses.map((status) => {
    const own = codes.filter((code) => refusals[code].status === status);
    return [responseName(status), responseOf(own, schemas)] as const;
  });
  return { responses: Object.fromEntries(responses), schemas };
}
