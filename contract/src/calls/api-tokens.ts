/** Tokens by which a user's own programs sign in. They buy and read; what changes the account or needs a role takes a session. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { Msg, Nullable, Text, Timestamp } from '../wire.ts';

export const ApiToken = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  masked: Type.String({ description: 'For example `jara_test_••••Qx7f`' }),
  mode: Type.String({ description: 'test in the sandbox, live where money is real' }),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
  endsAt: Nullable(Type.String({ description: 'Set for a token that was rotated: until then it works too' })),
});
export type ApiToken = Static<typeof ApiToken>;

const Id = Type.Object({ id: Text(20) });
const password = Text(1_000);
const FullToken = Type.String({ description: 'The whole token: send it as `x-auth-token`' });

export const listApiTokens = call('listApiTokens', {
  access: 'session',
  summary: 'Your API tokens, masked, the newest first',
  replies: { 200: Type.Object({ tokens: Type.Array(ApiToken) }) },
});

export const createApiToken = call('createApiToken', {
  access: 'session',
  summary: 'Make an API token; takes your password',
  description:
    'At most 5 at a time. The token travels in `x-auth-token` (or `Authorization: Bearer`), like that of a session. It gives no rights of ' +
    'staff: an admin or an agent is an ordinary user by it.',
  body: Type.Object({ name: Text(60), password }),
  replies: { 201: Type.Object({ msg: Msg, token: ApiToken, apiToken: FullToken }) },
  refusals: ['wrong_password', 'api_token_limit', 'new_device_cap', 'too_many_requests'],
  requiredMsg: 'All fields are required',
});

export const revealApiToken = call('revealApiToken', {
  access: 'session',
  summary: 'Show a whole API token again; takes your password',
  params: Id,
  body: Type.Object({ password }),
  replies: { 200: Type.Object({ msg: Msg, apiToken: FullToken }) },
  refusals: ['not_found', 'wrong_password', 'new_device_cap', 'too_many_requests'],
  requiredMsg: 'Enter your password',
});

export const rotateApiToken = call('rotateApiToken', {
  access: 'session',
  summary:
    'Replace an API token by a new one; both work for {API_TOKEN_OVERLAP_HOURS} hours; takes your password',
  description:
    '`token` and `apiToken` are the new one, `tokens` is the list as it is now. Delete the old one to end it sooner.',
  params: Id,
  body: Type.Object({ password }),
  replies: {
    200: Type.Object({ msg: Msg, token: ApiToken, apiToken: FullToken, tokens: Type.Array(ApiToken) }),
  },
  refusals: ['not_found', 'changed_meanwhile', 'wrong_password', 'new_device_cap', 'too_many_requests'],
  requiredMsg: 'Enter your password',
});

export const deleteApiToken = call('deleteApiToken', {
  access: 'session',
  summary: 'End an API token at once',
  params: Id,
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['not_found'],
});
