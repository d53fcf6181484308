/** One invented order at VTpass, and how it answers about it. */
import { naira } from '@jara/contract/money.ts';
import type { MeterOrder, PhoneOrder, SentOrder } from '../suppliers/supplier.ts';
import { createVtpassSupplier, type VtpassOptions, type VtpassSupplier } from '../suppliers/vtpass.ts';
import { json, page, type Reply } from './scripted-server.ts';

export const secretKey = 'SK_5a1e0secret';
export const reference = 'JR261120A1B2C3D4E51';
/** Twelve minutes past midnight in Lagos, still the day before in UTC. */
const sentAt = new Date('2026-11-20T23:12:48Z');
export const requestId = `202611210012${reference}`;
export const token = '12345678901234567890';

export const order: MeterOrder = {
  kind: 'electricity',
  reference,
  sentAt,
  disco: 'Port Harcourt',
  meterType: 'prepaid',
  recipient: '04123456789',
  faceValueKobo: naira(2_000),
  phone: '08031234567',
};
export const phoneOrder: PhoneOrder = {
  kind: 'data',
  reference,
  sentAt,
  network: '9MOBILE',
  recipient: '08091234567',
  faceValueKobo: naira(300),
  supplierPlanId: 'eti-100',
  isPorted: false,
};
export const sent: SentOrder = {
  kind: 'electricity',
  reference,
  recipient: order.recipient,
  supplierId: null,
  sentAt,
};

export function connectVtpass(
  serverUrl: string,
  options: Pick<VtpassOptions, 'lastDelivered' | 'believesUnproven'> = {},
): VtpassSupplier {
  return createVtpassSupplier({
    name: 'VTPASS',
    baseUrl: `${serverUrl}/api`,
    apiKey: 'AK',
    secretKey,
    publicKey: 'PK',
    vendTimeoutMs: 400,
    questionTimeoutMs: 400,
    ...options,
  });
}

export function sold(
  changes: Record<string, unknown> = {},
  transaction: Record<string, unknown> = {},
): Reply {
  return {
    bytes: json(200, {
      code: '000',
      content: {
        transactions: {
          status: 'delivered',
          unique_element: order.recipient,
          transactionId: '17416131069957829643',
          ...transaction,
        },
      },
      response_description: 'TRANSACTION SUCCESSFUL',
      requestId,
      purchased_code: `Token : ${token}`,
      units: '29.4 kWh',
      ...changes,
    }),
  };
}
export const code = (number: string, changes: Record<string, unknown> = {}): Reply => ({
  bytes: json(200, {
    code: number,
    response_description: 'WORDS',
    requestId,
    content: { errors: 'x' },
    ...changes,
  }),
});

export const html = (status: number): Reply => ({
  bytes: page(status, '<!DOCTYPE html><h1>Bad Gateway</h1>'),
});
