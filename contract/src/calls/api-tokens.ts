/** Tokens by which a user's own programs sign in. They do what their scopes say; what changes the account or needs a role takes a session. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { strongestFactor, strongestFactorRefusals } from '../strongest-factor.ts';
import { Msg, NairaInput, Nullable, Text, Timestamp } from '../wire.ts';

const Scope = Type.Union([
  Type.Literal('read'),
  Type.Literal('buy'),
  Type.Literal('send'),
  Type.Literal('withdraw'),
]);

export const ApiToken = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  masked: Type.String({ description: 'For example `jara_test_••••Qx7f`' }),
  mode: Type.String({ description: 'test in the sandbox, live where money is real' }),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
  lastUsedFrom: Nullable(Type.String({ description: 'Where it was used last: `102.89.x.x`' })),
  scopes: Type.Array(Scope, { description: 'What it may do' }),
  addresses: Type.Array(Type.String(), {
    description: 'Addresses and networks that it works from; none: from everywhere',
  }),
  dailyLimit: Nullable(Type.Number({ description: 'Naira that it may spend in 24 hours' })),
  expiresAt: Nullable(Type.String({ description: 'ISO 8601, UTC: when it ends by itself' })),
  endsAt: Nullable(Type.String({ description: 'Set for a token that was rotated: until then it works too' })),
});
export type ApiToken = Static<typeof ApiToken>;

/** Where a token may more than read, or is to: the strongest proof that its owner has. */
const stepUp = strongestFactor;
const Id = Type.Object({ id: Text(20) });
const password = Text(1_000);
const FullToken = Type.String({ description: 'The whole token: send it as `x-auth-token`' });

export const listApiTokens = call('listApiTokens', {
  access: 'session',
  summary: 'Your API tokens, masked, the newest first',
  replies: {
    200: Type.Object({
      tokens: Type.Array(ApiToken),
      usualDailyLimit: Nullable(
        Type.Number({ description: 'The `dailyLimit` of a new token that names none; null: none' }),
      ),
    }),
  },
});

export const createApiToken = call('createApiToken', {
  access: 'session',
  summary: 'Make an API token; takes your password',
  description:
    'At most 5 at a time. The token travels in `x-auth-token` (or `Authorization: Bearer`), like that of a session. It gives no rights of ' +
    'staff: an admin or an agent is an ordinary user by it. `scopes` say what it may do: without them it reads and buys, `send` is to ' +
    'other users and `withdraw` to banks. Each takes a `code` too with two-step login on, else the `pin` where there is one. A token that names no `dailyLimit` has ' +
    '{API_TOKEN_DAILY_LIMIT_NAIRA} naira in 24 hours; where that is 0, none; null is no limit. Rotating keeps all of it.',
  body: Type.Object({
    name: Text(60),
    password,
    scopes: Type.Optional(Type.Array(Scope, { minItems: 1, maxItems: 4 })),
    addresses: Type.Optional(
      Type.Array(Text(50), {
        maxItems: 20,
        description: 'IPv4 and IPv6, each alone or as a network: `41.58.0.0/16`',
      }),
    ),
    dailyLimit: Type.Optional(Nullable(NairaInput)),
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
    ...stepUp,
  }),
  replies: { 201: Type.Object({ msg: Msg, token: ApiToken, apiToken: FullToken }) },
  refusals: ['wrong_password', ...strongestFactorRefusals, 'api_token_limit', 'new_device_cap'],
  requiredMsg: 'All fields are required',
});

export const revealApiToken = call('revealApiToken', {
  access: 'session',
  summary: 'Show a whole API token again; takes your password',
  description: 'Takes a `code` too with two-step login on, else the `pin` where you have one.',
  params: Id,
  body: Type.Object({ password, ...stepUp }),
  replies: { 200: Type.Object({ msg: Msg, apiToken: FullToken }) },
  refusals: ['not_found', 'wrong_password', ...strongestFactorRefusals, 'new_device_cap'],
  requiredMsg: 'Enter your password',
});

export const rotateApiToken = call('rotateApiToken', {
  access: 'session',
  summary:
    'Replace an API token by a new one; both work for {API_TOKEN_OVERLAP_HOURS} hours; takes your password',
  description:
    '`token` and `apiToken` are the new one, `tokens` is the list as it is now. Delete the old one to end it sooner. It ' +
    'takes a `code` too with two-step login on, else the `pin` where you have one.',
  params: Id,
  body: Type.Object({ password, ...stepUp }),
  replies: {
    200: Type.Object({ msg: Msg, token: ApiToken, apiToken: FullToken, tokens: Type.Array(ApiToken) }),
  },
  refusals: [
    'not_found',
    'changed_meanwhile',
    'wrong_password',
    ...strongestFactorRefusals,
    'new_device_cap',
  ],
  requiredMsg: 'Enter your password',
});

export const limitApiToken = call('limitApiToken', {
  access: 'session',
  summary: 'Change what an API token may spend in 24 hours',
  description:
    'Null: without a limit. A lower limit holds at once. A higher one takes your password, and a `code` with two-step login on, else the `pin` where you have one; you are told ' +
    'by mail. What it was rotated from or into has the same limit, and they share it.',
  params: Id,
  body: Type.Object({ dailyLimit: Nullable(NairaInput), password: Type.Optional(password), ...stepUp }),
  replies: { 200: Type.Object({ msg: Msg, tokens: Type.Array(ApiToken) }) },
  refusals: [
    'not_found',
    'changed_meanwhile',
    'wrong_password',
    ...strongestFactorRefusals,
    'new_device_cap',
  ],
});

export const deleteApiToken = call('deleteApiToken', {
  access: 'session',
  summary: 'End an API token at once',
  params: Id,
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['not_found'],
});
