/** `/openapi.json`: OpenAPI 3.1, made from the contract that the routes are made from. */
import { AccountNumber, Profile, SignedIn, User } from '@jara/contract/calls/accounts.ts';
import { api } from '@jara/contract/api.ts';
import type { Brand } from '@jara/contract/brand.ts';
import type { Access, Call } from '@jara/contract/call.ts';
import type { Terms } from '@jara/contract/calls/terms.ts';
import { CustomerPlan, PriceItem, SubscriptionPlans } from '@jara/contract/calls/catalogue.ts';
import { Contact } from '@jara/contract/calls/contacts.ts';
import { HeldReply, StaffRequest } from '@jara/contract/calls/review-queue.ts';
import { ManagedPlan } from '@jara/contract/calls/managed-catalogue.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { refusals, type RefusalCode } from '@jara/contract/refusals.ts';
import { StaffAction, StaffRights, StaffUser } from '@jara/contract/calls/staff.ts';
import { PasskeyAnswer, PasskeyRequest } from '@jara/contract/passkey.ts';
import { Receipt, Transaction } from '@jara/contract/calls/transactions.ts';
import { WebhookMessage } from '@jara/contract/calls/webhooks.ts';
import { Beneficiary } from '@jara/contract/calls/withdrawals.ts';
import type { TSchema } from 'typebox';
import { common } from './common-parts.ts';
import { exampleOf } from './examples.ts';
import { introduction } from './introduction.ts';
import type { Json, Operation } from './operation.ts';
import { recorded } from './recorded.ts';
import { describeRefusals, refusalsOf, refusedAnswer, type DescribedRefusals } from './refusal-schema.ts';
import { spellOutAnswer, spellOutRequest } from './spelled-out.ts';
import { eventStream, webhooks } from './streams.ts';
import { tagOf, tagWords } from './tags.ts';

/** The nouns, each written once in the document. */
const nouns: Record<string, TSchema> = {
  AccountNumber,
  Beneficiary,
  Contact,
  CustomerPlan,
  ManagedPlan,
  PasskeyAnswer,
  PasskeyRequest,
  PriceItem,
  Profile,
  Receipt,
  SignedIn,
  StaffAction,
  StaffRequest,
  StaffRights,
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

// A schema of an object gives one.
const referred = (schema: TSchema): Json => refer(schema) as Json;

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
const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const everyAnswer = { 'x-request-id': header('RequestId') };

/** Unless told, Scalar's samples send the first word of each list of words: then a list of purchases comes filtered, and as CSV. */
const leftOut = ({ enum: words }: Json): Json =>
  Array.isArray(words) ? { examples: { leftOut: { value: words[0] as unknown, 'x-disabled': true } } } : {};

const parametersOf = (
  name: CallName,
  where: 'path' | 'query',
  schema: TSchema | undefined,
  terms: Terms,
): Json[] => {
  if (schema === undefined || !('properties' in schema)) return [];
  const { properties, required = [] } = spellOutRequest(name, { ...schema }, terms) as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([field, { description, ...rest }]) => ({
    name: field,
    in: where,
    required: where === 'path' || required.includes(field),
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(where === 'path' ? { example: inputOf(name)?.[field] ?? exampleOf(rest as TSchema, field) } : {}),
    ...(where === 'query' && !required.includes(field) ? leftOut(rest) : {}),
  }));
};

const successWords: Record<string, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted; how it ends is not known yet',
};

const unchanged = {
  description: 'What you have is still the same',
  headers: { ...everyAnswer, etag: header('ETag') },
  content: {},
};

const inputOf = (name: CallName): Json | undefined => recorded[name]?.input;
/** Of the status that was played; how a call answers with another one is made up from the schema. */
const replyOf = (name: CallName, status: string): unknown => {
  const example = recorded[name];
  return String(example?.status) === status ? example?.reply : undefined;
};

const fieldsOf = (schema: TSchema | undefined): string[] =>
  Object.keys((schema as Json | undefined)?.['properties'] ?? {});

/** What was sent, without what can stand in the path or the query only. */
function bodyExampleOf({ name, body, params, query }: Call): unknown {
  const elsewhere = new Set([params, query].flatMap(fieldsOf));
  for (const field of fieldsOf(body)) elsewhere.delete(field);
  const input = Object.entries(inputOf(name) ?? {}).filter(([field]) => !elsewhere.has(field));
  return inputOf(name) === undefined && body !== undefined ? exampleOf(body) : Object.fromEntries(input);
}

function successesOf({ name, replies, keyed, alsoAs = [], mayBeHeld, revalidates }: Call): Json {
  const successes = Object.fromEntries(
    Object.entries({ ...replies, ...(mayBeHeld === true && { 202: HeldReply }) }).map(([status, schema]) => [
      status,
      {
        description: successWords[status],
        headers: {
          ...everyAnswer,
          ...(keyed === true ? { 'idempotent-replayed': header('Replayed') } : {}),
          ...(revalidates === true ? { etag: header('ETag') } : {}),
        },
        content: {
          'application/json': {
            schema: spellOutAnswer(refer(schema)),
            example: replyOf(name, status) ?? exampleOf(schema),
          },
          ...Object.fromEntries(alsoAs.map((type) => [type, { schema: { type: 'string' } }])),
        },
      },
    ]),
  );
  return {
    ...successes,
    ...(revalidates === true ? { 304: unchanged } : {}),
  };
}

/** One reference for each status that the call's refusals have. */
const refusedAnswersOf = (codes: readonly RefusalCode[]): Json =>
  Object.fromEntries(
    [...new Set(codes.map((code) => refusals[code].status))]
      .toSorted((one, other) => one - other)
      .map((status) => [String(status), refusedAnswer(status)]),
  );

function operationOf(call: Call, terms: Terms): Json {
  const { name, path, access, summary, description, body, params, query, keyed, changesByGet, revalidates } =
    call;
  const codes = refusalsOf(call);
  const parameters = [
    ...parametersOf(name, 'path', params, terms),
    ...parametersOf(name, 'query', query, terms),
    ...(keyed === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(revalidates === true ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ];
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    description: [description, whoMay[access], `Refusals: ${codes.map((code) => `\`${code}\``).join(', ')}.`]
      .filter((text) => text !== undefined)
      .join('\n\n'),
    ...(changesByGet === undefined ? {} : { deprecated: true }),
    security: access === 'public' ? [{}, ...anyToken] : anyToken,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: 'required' in body,
            content: {
              'application/json': {
                schema: spellOutRequest(name, referred(body), terms),
                example: bodyExampleOf(call),
              },
            },
          },
        }),
    responses: { ...successesOf(call), ...refusedAnswersOf(codes) },
    'x-refusals': codes,
  };
}

/** The parts that the rest refers to, and of the nouns those only. */
function componentsOf(paths: OpenApi['paths'], codes: ReadonlySet<RefusalCode>): Components {
  const { responses, schemas: bodies } = describeRefusals(codes);
  const schemas = Object.entries({ ...nouns, ...bodies }).map(
    ([name, schema]) =>
      [name, nouns[name] === undefined ? refer(schema) : spellOutAnswer(refer(schema, true))] as const,
  );
  const needed = new Set<string>();
  const need = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (needed.has(name)) continue;
      needed.add(name);
      need(schemas.find(([own]) => own === name)?.[1] ?? {});
    }
  };
  need([paths, webhooks, responses]);
  return {
    ...common,
    responses,
    schemas: Object.fromEntries(schemas.filter(([name]) => needed.has(name))),
  };
}

type Components = typeof common & Pick<DescribedRefusals, 'responses'> & { schemas: Record<string, unknown> };

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Components;
  [part: string]: unknown;
}

const isOfStaff = ({ access }: Call): boolean => access === 'staff' || access === 'admin';

/** Strangers need not know what the shop's staff can do, nor how they are refused. */
export type Audience = 'everybody' | 'staff';

export function describeApi(brand: Brand, publicUrl: string, terms: Terms, audience: Audience): OpenApi {
  const isSandbox = brand.mode === 'sandbox';
  const paths: Record<string, Record<string, Operation>> = {};
  const calls = Object.values<Call>(api)
    .filter(({ sandboxOnly }) => isSandbox || sandboxOnly !== true)
    .filter((call) => audience === 'staff' || !isOfStaff(call));
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    // Made of the parts that `Operation` names.
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: operationOf(call, terms) as unknown as Operation,
    };
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
      contact: {
        name: `${brand.name} support`,
        url: publicUrl,
        ...(brand.supportEmail === '' ? {} : { email: brand.supportEmail }),
      },
      license: { name: `For customers of ${brand.name}`, url: publicUrl },
    },
    servers: [{ url: publicUrl, description: isSandbox ? 'Sandbox: play money' : 'Live' }],
    tags: [...used].map((name) => ({ name, description: tagWords[name] ?? name })),
    paths,
    webhooks,
    components: componentsOf(paths, new Set(calls.flatMap(refusalsOf))),
  };
}
