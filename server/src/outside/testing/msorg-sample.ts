/** One invented order, and how a site of the msorg family echoes it: the names and types are theirs. */
import { meterCompanies, type MeterCompany } from '@jara/contract/constants.ts';
import { naira } from '@jara/contract/money.ts';
import { createMsorgSupplier, type MsorgOptions } from '../suppliers/msorg.ts';
import type { MeterOrder, PhoneOrder, SentOrder, Supplier } from '../suppliers/supplier.ts';
import { json, type Reply } from './scripted-server.ts';

export const apiKey = '5a1e0key';
export const reference = 'JR20261120A1B2C3D4E51';

/** How a site names an order that it does not take our name for. */
export const otherIdent = 'Data19309363031182999583';

const sentAt = new Date('2026-11-20T10:15:48Z');

export const order: PhoneOrder = {
  kind: 'data',
  reference,
  sentAt,
  network: '9MOBILE',
  recipient: '08091234567',
  faceValueKobo: naira(240),
  supplierPlanId: '231',
  isPorted: false,
};

export const sent: SentOrder = {
  kind: 'data',
  reference,
  recipient: order.recipient,
  supplierId: null,
  sentAt,
};

export const meterOrder: MeterOrder = {
  kind: 'electricity',
  reference,
  sentAt,
  disco: 'Ikeja',
  meterType: 'prepaid',
  recipient: '04123456789',
  faceValueKobo: naira(2_000),
  phone: '08091234567',
};

export const orderBody = {
  id: 48210001,
  ident: reference,
  network: 6,
  balance_before: '10000.000000001',
  payment_medium: 'MAIN WALLET',
  mobile_number: '0809***4567',
  plan: 231,
  Status: 'successful',
  api_response: '1GB SME sent to 08091234567',
  plan_network: '9MOBILE',
  plan_name: '1GB',
  plan_amount: '240.0',
  create_date: '2026-11-20T10:15:48.723270',
  Ported_number: false,
  balance_after: '9760.0',
};

/** The order in an answer, with changes; `undefined` takes a field away. */
export function sold(changes: Record<string, unknown> = {}, status = 201): Reply {
  return { bytes: json(status, { ...orderBody, ...changes }) };
}

export function said(status: number, body: unknown): Reply {
  return { bytes: json(status, body) };
}

/** A number for one company, words for the others. */
export const discoIds = () =>
  Object.fromEntries(
    meterCompanies.map(({ name }) => [name, name === 'Ikeja' ? '18' : `${name} Electric`]),
  ) as Record<MeterCompany, string>; // every company is a key

export function connectSupplier(baseUrl: string, options: Partial<MsorgOptions> = {}): Supplier {
  return createMsorgSupplier({
    name: 'GLAD',
    baseUrl,
    apiKey,
    networkIds: {
      data: { MTN: 1, GLO: 2, AIRTEL: 3, '9MOBILE': 6 },
      airtime: { MTN: 1, GLO: 2, AIRTEL: 3, '9MOBILE': 4 },
    },
    discoIds: discoIds(),
    meterTypeIds: { prepaid: '1', postpaid: 'Postpaid' },
    vendTimeoutMs: 400,
    requeryTimeoutMs: 400,
    ...options,
  });
}
