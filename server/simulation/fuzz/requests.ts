/** Requests of each call of the contract: valid ones, nearly valid ones, and ones that are no requests of anything. */
import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import type { CallName } from '@jara/contract/paths.ts';
import type { Choice } from '../choose.ts';
import { nearlyValidFields, validFields, type Fields, type Hints, type Schema } from './from-schema.ts';
import { broken } from './broken.ts';
import { inHeader, oddText, Written } from './odd-values.ts';
import type { Sent } from './sent.ts';

/** How often each is called: what hashes a password takes long and finds little. */
const seldom = new Set<CallName>([
  'login',
  'register',
  'changePassword',
  'resetPassword',
  'setPin',
  'beginTotp',
  'beginPasskey',
  'confirmTotp',
  'removeTotp',
  'renewRecoveryCodes',
  'removePin',
  'keepPin',
  'logout',
  'endOtherSessions',
  'resetUserPassword',
  'deletePlan',
  'sendMail',
  'deleteApiToken',
  'freezeWallet',
  'closeAccount',
  'setRoles',
  'setStanding',
  'endAccess',
  'correctContactDetails',
]);
const often: readonly CallName[] = [
  'buyData',
  'buyAirtime',
  'buyElectricity',
  'transferFund',
  'withdraw',
  'validateBankAccount',
  'initiateSquadFunding',
  'generateCoupon',
  'redeemCoupon',
  'refund',
  'reQueryWithdrawal',
  'getTransaction',
  'listTransactions',
];
const calls = Object.values<Call>(api);
const everyTime = calls.filter(({ name }) => !seldom.has(name)).map(({ name }) => name);
const drawn: readonly CallName[] = [
  ...everyTime,
  ...everyTime,
  ...everyTime,
  ...often,
  ...often,
  ...often,
  ...often,
  ...seldom,
];

export const drawCall = (chance: Choice): Call => api[chance.of(drawn)];

export function drawRequest(chance: Choice, call: Call, hints: Hints, token: string | null): Sent {
  const kind = chance.of([
    'valid',
    'valid',
    'nearly valid',
    'nearly valid',
    'nearly valid',
    'broken',
  ] as const);
  const sent = asCalled(chance, call, hints, kind === 'valid' ? validFields : nearlyValidFields);
  if (token !== null) sent.headers['x-auth-token'] = token;
  if (call.keyed === true && chance.once(3))
    sent.headers['idempotency-key'] = keyOf(chance, kind === 'valid');
  sent.kind = kind;
  return kind === 'broken' ? broken(chance, sent) : sent;
}

/** With these fields and no others. */
export function exactRequest(chance: Choice, call: Call, fields: Fields, token: string): Sent {
  const only: Fill = (_chance, { properties = {} }) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(properties, name)));
  const sent = asCalled(chance, call, (name) => fields[name], only);
  sent.headers['x-auth-token'] = token;
  return sent;
}

type Fill = typeof validFields;

function asCalled(chance: Choice, call: Call, hints: Hints, fill: Fill): Sent {
  // Schemas of TypeBox are JSON Schema.
  const part = (schema: unknown): Fields =>
    schema === undefined ? {} : fill(chance, schema as Schema, hints);
  const params = new Map(Object.entries(part(call.params)).map(([name, value]) => [name, asText(value)]));
  const path = call.path.replaceAll(/:(\w+)/g, (_match, name: string) =>
    encodePart(params.get(name) ?? asText(hints(name) ?? 'x')),
  );
  const query = asQuery(part(call.query));
  const isGet = call.method === 'GET';
  return {
    name: call.name,
    method: call.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: isGet ? {} : { 'content-type': 'application/json' },
    body:
      isGet || (call.body === undefined && chance.once(2)) ? null : Buffer.from(writeJson(part(call.body))),
    kind: 'valid',
  };
}

const asText = (value: unknown): string =>
  value instanceof Written ? value.text : typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Half of a pair of surrogates cannot be written in an address: it becomes the sign for what is unreadable. */
const encodePart = (text: string): string => encodeURIComponent(Buffer.from(text).toString()) || '%20';

const asQuery = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encodePart(name)}=${encodePart(asText(value))}`)
    .join('&');

function writeJson(value: unknown): string {
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

function keyOf(chance: Choice, isValid: boolean): string {
  if (isValid || chance.once(2))
    return chance.once(3) ? `"key-${chance.below(30)}"` : `key-${chance.below(100_000)}`;
  return chance.of([
    '',
    '""',
    '" "',
    'a b',
    'é',
    'x'.repeat(255),
    'x'.repeat(256),
    '"',
    '"a',
    inHeader(oddText(chance)),
  ]);
}
