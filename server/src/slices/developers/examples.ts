/** Examples for what is not recorded in the API's document, such as refusals, made from the schemas themselves. */
import type { TSchema } from 'typebox';
import { recorded } from './recorded.ts';

/** A receipt as a purchase really gave it. */
const { receipt } = (recorded.buyAirtime?.reply ?? {}) as { receipt?: unknown };

/** What stands in a field of this name wherever it occurs. Its number ends in no digits that mean something in the sandbox. */
const byName: Readonly<Record<string, unknown>> = {
  _id: '1042',
  id: '1042',
  userId: '17',
  planId: 3,
  plan: 3,
  dataId: 3,
  network: 1,
  planNetwork: 'MTN',
  contactNetwork: 'MTN',
  mobile_number: '08031234567',
  phoneNumber: '08031234567',
  phone_number: '08031234567',
  contactNumber: '08031234567',
  phone: '08031234567',
  recipient: '08031234567',
  contactName: 'Mama',
  userName: 'adaeze',
  userAccount: 'adaeze',
  trans_UserName: 'adaeze',
  fullName: 'Adaeze Okafor',
  email: 'adaeze@people.example',
  password: 'a long pass phrase',
  passwordCheck: 'a long pass phrase',
  oldPassword: 'a long pass phrase',
  newPassword: 'a longer pass phrase',
  newPasswordCheck: 'a longer pass phrase',
  userType: 'reseller',
  amount: 500,
  meterId: 18,
  meterNumber: '45012345678',
  meterType: 'prepaid',
  bankName: 'GTBank',
  bankCode: '000013',
  accountNumber: '0123456789',
  coupon: 'K7QM2X9RTW4HN8PC',
  couponCode: 'K7QM2X9RTW4HN8PC',
  nin: '70123456789',
  webhookUrl: 'https://shop.example/jara',
  endpoint: 'https://push.example/device/1042',
  p256dh: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  url: 'https://shop.example/prices',
  transactionId: '1042',
  reference: '202611210846K7QM2X9R',
  clientReference: 'order-4821',
  metadata: { customer: 'c-118' },
  productName: 'MTN-SME',
  supplierName: 'GLAD',
  serviceName: 'MTN',
  trans_Type: 'data',
  trans_Status: 'success',
  trans_Network: 'MTN',
  product: 'MTN-SME',
  description: '1GB SME, 30 days',
  createdAt: '2026-11-21T08:46:00.000Z',
  // Of what waits for a second admin.
  expiresAt: '2026-11-22T08:46:00.000Z',
  endedBy: null,
  endedReason: null,
  endedAt: null,
  at: '2026-11-21T08:46:00.000Z',
  requestId: '6f1e2c1a-8a55-4a0e-9d55-3c1f6f0a7b21',
  day: '2026-11-21',
  receipt,
};

interface Node {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Node[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  minimum?: number;
  maximum?: number;
  description?: string;
}

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value;

const fits = (node: Node, value: unknown): boolean => {
  if (node.anyOf !== undefined) return node.anyOf.some((one) => fits(one, value));
  if (node.enum !== undefined) return node.enum.includes(value);
  if (node.const !== undefined) return node.const === value;
  return node.type === typeOf(value) || (node.type === 'number' && typeof value === 'number');
};

function exampleOfNode(node: Node, name: string): unknown {
  const named = byName[name];
  if (named !== undefined && fits(node, named)) return named;
  if (node.const !== undefined) return node.const;
  if (node.enum !== undefined) return node.enum[0];
  if (node.anyOf !== undefined) return exampleOfNode(node.anyOf[0] ?? {}, name);
  if (node.type === 'object') return exampleOfObject(node);
  if (node.type === 'array') return node.items === undefined ? [] : [exampleOfNode(node.items, name)];
  if (node.type === 'integer') return Math.max(node.minimum ?? 1, 1);
  if (node.type === 'number') return Math.min(490, node.maximum ?? 490);
  return node.type === 'boolean' ? true : 'text';
}

/** What must be there; what a caller may leave out is left out. */
function exampleOfObject({ properties = {}, required = [] }: Node): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, node]) => [name, exampleOfNode(node, name)]),
  );
}

/** A value that the schema takes. */
export const exampleOf = (schema: TSchema, name = ''): unknown => exampleOfNode(schema, name);
