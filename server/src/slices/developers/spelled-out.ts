/**
 * What the document says more exactly than the schemas by which requests are checked: the words that a field may have, the form of numbers
 * and times. The checks themselves answer with a sentence of their own for each of these, which a schema could not give.
 */
import {
  airtimeNetworkCodes,
  dataNetworkCodes,
  meterCompanies,
  meterTypes,
  networks,
  transactionStatuses,
  transactionTypes,
  userTypes,
} from '@jara/contract/constants.ts';
import type { Terms } from '@jara/contract/calls/terms.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { Timestamp } from '@jara/contract/wire.ts';
import type { Json } from './operation.ts';

const words = (list: readonly string[]): Json => ({ type: 'string', enum: [...list] });
const codes = (list: readonly number[]): Json[] => [
  { type: 'integer', enum: [...list] },
  words(list.map(String)),
];
const network = (byName: Record<string, number>): Json => ({
  anyOf: [words(networks), ...codes(Object.values(byName))],
});
/** Whole naira, or naira with kobo. */
const naira = (limits: { minimum?: number; maximum?: number }): Json => ({
  anyOf: [
    { type: 'number', ...limits },
    { type: 'string', pattern: String.raw`^(0|[1-9]\d*)(\.\d{1,2})?$` },
  ],
});
/** Without the fee, which stands beside them. */
const limitsOf = ({ minimum, maximum }: { minimum: number; maximum: number }) => ({ minimum, maximum });
const phone: Json = { type: 'string', pattern: String.raw`^(0|\+?234|00234)[789][01]\d{8}$` };

/** Fields of answers, wherever they stand. */
const inAnswers: Readonly<Record<string, Json>> = {
  trans_Type: words(transactionTypes),
  trans_Status: words(transactionStatuses),
  userType: words(userTypes),
  plan_network: words(networks),
  planNetwork: words(networks),
  contactNetwork: words(networks),
};

const meter = { meterId: { anyOf: codes(meterCompanies.map(({ id }) => id)) }, meterType: words(meterTypes) };

/** Fields of requests, by the call: the same name means different things in two of them. */
const inRequests = (terms: Terms): Partial<Record<CallName, Readonly<Record<string, Json>>>> => ({
  register: { phoneNumber: phone },
  buyData: { network: network(dataNetworkCodes), mobile_number: phone },
  buyAirtime: {
    network: network(airtimeNetworkCodes),
    mobile_number: phone,
    amount: naira(limitsOf(terms.airtime)),
  },
  validateMeter: meter,
  buyElectricity: { ...meter, phone, amount: naira(limitsOf(terms.electricity)) },
  listPlans: { network: network(dataNetworkCodes) },
  initiateSquadFunding: { amount: naira(limitsOf(terms.funding)) },
  testTopUp: { amount: naira({ minimum: 1, ...terms.testTopUp }) },
  transferFund: { amount: naira(terms.transfer) },
  withdraw: { amount: naira(limitsOf(terms.withdrawal)) },
  withdrawEarning: { amount: naira(terms.earnings) },
  generateCoupon: { amount: naira({ maximum: terms.coupon.maximum }) },
  addContact: { contactNumber: phone, contactNetwork: words(networks) },
  listTransactions: {
    type: words(transactionTypes),
    status: words([...transactionStatuses, 'processing']),
    format: words(['csv']),
  },
  upgradeUser: { userType: words(userTypes) },
  upgradeUserByGet: { userType: words(userTypes) },
  upgradeToReseller: { userType: words(['reseller']) },
});

/** The schema of a field with its exact form in the place of its plain one; the description stays, and so does null. */
function putForm(schema: Json, form: Json | undefined): Json {
  if (form === undefined) return schema;
  const members = schema['anyOf'];
  const isNullable = Array.isArray(members) && members.some((one: Json) => one['type'] === 'null');
  const { description } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(isNullable ? { anyOf: [form, { type: 'null' }] } : form),
  };
}

const putForms = (properties: Json, forms: Readonly<Record<string, Json>>): Json =>
  Object.fromEntries(
    // Properties of a schema are schemas.
    Object.entries(properties).map(([name, schema]) => [name, putForm(schema as Json, forms[name])]),
  );

/** A body, a query or the path of a call. */
export function spellOutRequest(name: CallName, schema: Json, terms: Terms): Json {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  return { ...schema, properties: putForms({ ...properties }, inRequests(terms)[name] ?? {}) };
}

// Options of a schema stand beside its type.
const { description: wordsOfTime } = Timestamp as { description?: string };

/** An answer, with everything in it. */
export function spellOutAnswer(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(spellOutAnswer);
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, spellOutAnswer(value)]));
  if (node['type'] === 'string' && node['description'] === wordsOfTime) {
    return { ...node, format: 'date-time' };
  }
  const { properties } = node;
  if (node['type'] !== 'object' || typeof properties !== 'object' || properties === null) return node;
  return { ...node, properties: putForms({ ...properties }, inAnswers) };
}
