/** `/openapi.json`: OpenAPI 3.1, made from the contract that the routes are made from. */
import { AccountNumber, Profile, SignedIn, User } from '@jara/contract/calls/accounts.ts';
import { api } from '@jara/contract/api.ts';
import type { Brand } from '@jara/contract/brand.ts';
import type { Access, Call } from '@jara/contract/call.ts';
import { CustomerPlan, PriceItem, SubscriptionPlans } from '@jara/contract/calls/catalogue.ts';
import { Contact } from '@jara/contract/calls/contacts.ts';
import { ManagedPlan } from '@jara/contract/calls/managed-catalogue.ts';
import { refusals } from '@jara/contract/refusals.ts';
import { StaffAction, StaffUser } from '@jara/contract/calls/staff.ts';
import { Receipt, Transaction } from '@jara/contract/calls/transactions.ts';
import { WebhookMessage } from '@jara/contract/calls/webhooks.ts';
import { Beneficiary } from '@jara/contract/calls/withdrawals.ts';
import type { TSchema } from 'typebox';
import { exampleOf } from './examples.ts';
import { introduction } from './introduction.ts';
import { refusalSchema, refusalsByStatus } from './refusal-schema.ts';
import type { Json, Operation } from './operation.ts';
import { eventStream, webhooks } from './streams.ts';

/** The nouns, each written once in the document. */
const nouns: Record<string, TSchema> = {
  AccountNumber,
  Beneficiary,
  Contact,
  CustomerPlan,
  ManagedPlan,
  PriceItem,
  Profile,
  Receipt,
  SignedIn,
  StaffAction,
  StaffUser,
  SubscriptionPlans,
  Transaction,
  User,
  WebhookMessage,
};
const nameByText = new Map(Object.entries(nouns).map(([name, schema]) => [JSON.stringify(schema), name]));

/** The schema as plain JSON, with a reference in the place of each noun. */
function refer(schema: unknown, isNoun = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => refer(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = isNoun ? undefined : nameByText.get(JSON.stringify(schema));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]));
}

const whoMay: Record<Access, string> = {
  public: 'Needs no token; with one, the answer is yours.',
  user: 'Takes the token of a session or an API token.',
  session: 'Takes the token of a session; an API token is refused.',
  'smart earner': 'Takes the token of the session of a smart earner.',
  vendor: 'Takes the token of the session of an admin or of a coupon vendor.',
  staff: 'Takes the token of the session of an admin or of an agent.',
  admin: 'Takes the token of the session of an admin.',
};

const anyToken = [{ token: [] }, { bearer: [] }];
const tags: readonly (readonly [beginning: string, tag: string])[] = [
  ['/auth/contact', 'Contacts'],
  ['/auth/apiToken', 'API tokens'],
  ['/auth/webhook', 'Webhooks'],
  ['/auth/updateWebhook', 'Webhooks'],
  ['/auth/validateUser', 'Sending money'],
  ['/auth/transferFund', 'Sending money'],
  ['/auth/referral', 'Earnings'],
  ['/auth/withdrawEarning', 'Earnings'],
  ['/auth/generateAcc', 'Adding money'],
  ['/generateAcc', 'Adding money'],
  ['/fundWallet', 'Adding money'],
  ['/loophole', 'Adding money'],
  ['/prices', 'Prices'],
  ['/buy', 'Buying'],
  ['/services', 'Buying'],
  ['/transaction', 'Transactions'],
  ['/withdraw', 'Withdrawing'],
  ['/admin/notification', 'Account'],
  ['/admin', 'Staff'],
  ['/dataPlan', 'Staff'],
  ['/auth', 'Account'],
];
const tagOf = (path: string): string =>
  tags.find(([beginning]) => path.startsWith(`/api/v1${beginning}`))?.[1] ?? 'Other';

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const everyAnswer = { 'x-request-id': header('RequestId') };

const parametersOf = (where: 'path' | 'query', schema: TSchema | undefined): Json[] => {
  if (schema === undefined || !('properties' in schema)) return [];
  const { properties, required = [] } = schema as { properties: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(where === 'path' ? { example: exampleOf(rest as TSchema, name) } : {}),
  }));
};

const successWords: Record<string, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted; how it ends is not known yet',
};

function successesOf({ replies, money, alsoAs }: Call): Json {
  return Object.fromEntries(
    Object.entries(replies).map(([status, schema]) => [
      status,
      {
        description: successWords[status],
        headers: { ...everyAnswer, ...(money === true ? { 'idempotent-replayed': header('Replayed') } : {}) },
        content: {
          'application/json': { schema: refer(schema), example: exampleOf(schema) },
          ...(alsoAs === undefined ? {} : { [alsoAs]: { schema: { type: 'string' } } }),
        },
      },
    ]),
  );
}

function refusedAnswersOf(call: Call): Json {
  const answers = [...refusalsByStatus(call)].map(([status, codes]): [string, Json] => {
    const waits = codes.some((code) => code === 'too_many_requests' || code === 'idempotency_in_progress');
    const examples = codes.map((code) => [
      code,
      { value: { ...(exampleOf(refusalSchema([code])) as Json), msg: refusals[code].msg } },
    ]);
    return [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${refusals[code].msg}`).join('  \n'),
        headers: { ...everyAnswer, ...(waits ? { 'retry-after': header('RetryAfter') } : {}) },
        content: {
          'application/json': {
            schema: refer(refusalSchema(codes)),
            examples: Object.fromEntries(examples),
          },
        },
      },
    ];
  });
  return Object.fromEntries(answers);
}

function operationOf(call: Call): Json {
  const { name, path, access, summary, description, body, params, query, money, changesByGet } = call;
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...(money === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    description: [description, whoMay[access]].filter((text) => text !== undefined).join('\n\n'),
    ...(changesByGet === undefined ? {} : { deprecated: true }),
    security: access === 'public' ? [{}, ...anyToken] : anyToken,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: 'required' in body,
            content: { 'application/json': { schema: refer(body), example: exampleOf(body) } },
          },
        }),
    responses: { ...successesOf(call), ...refusedAnswersOf(call) },
  };
}

const components = {
  securitySchemes: {
    token: {
      type: 'apiKey',
      in: 'header',
      name: 'x-auth-token',
      description: 'Of a session, or an API token',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'The same token, for clients that know only this',
    },
  },
  headers: {
    RequestId: { description: 'Quote it to support', required: true, schema: { type: 'string' } },
    Replayed: {
      description: '`true` when this key did it before: the body is its present state',
      schema: { type: 'string', const: 'true' },
    },
    RetryAfter: {
      description: 'Seconds until it is worth trying again',
      schema: { type: 'string', pattern: String.raw`^\d+$` },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        '1 to 255 visible ASCII characters, unique for each user for 30 days: the same request with the same key is done once. ' +
        '`request_id` in the body is the same.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: 'order-2026-0042',
    },
  },
  schemas: Object.fromEntries(Object.entries(nouns).map(([name, schema]) => [name, refer(schema, true)])),
};

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: typeof components;
  [part: string]: unknown;
}

export function describeApi(brand: Brand, publicUrl: string): OpenApi {
  const isSandbox = brand.mode === 'sandbox';
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of Object.values<Call>(api)) {
    if (call.sandboxOnly === true && !isSandbox) continue;
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    // Made of the parts that `Operation` names.
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) as unknown as Operation };
  }
  paths['/events'] = { get: { ...eventStream, security: anyToken } };
  const used = new Set(
    Object.values(paths).flatMap((one) => Object.values(one).flatMap(({ tags: own }) => own)),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} API`,
      version: '1.0.0',
      summary: 'Airtime, data and electricity in naira',
      description: introduction(brand.name, isSandbox),
    },
    servers: [{ url: publicUrl, description: isSandbox ? 'Sandbox: play money' : 'Live' }],
    tags: [...used].map((name) => ({ name })),
    paths,
    webhooks,
    components,
  };
}
