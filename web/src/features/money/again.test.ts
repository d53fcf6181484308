// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { PriceItem } from '@jara/contract/calls/catalogue.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { receipt, signedIn } from '../../../test/people.ts';
import { likelyPurchases, repeatOf } from './again.ts';

const now = Date.parse('2026-11-21T13:00:00.000Z');
const ago = (days: number) => new Date(now - days * DAY_MS).toISOString();

const item = (changes: Partial<PriceItem> = {}): PriceItem => ({
  _id: '2',
  id: 2,
  plan: '1GB',
  plan_network: 'MTN',
  plan_type: 'SME',
  plan_amount: 620,
  month_validate: '30 days',
  volumeRatio: 1,
  my_price: 620,
  resellerPrice: 595,
  apiPrice: 585,
  isAvailable: true,
  ...changes,
});

function plans(items: PriceItem[] = [item()], airtimeAvailable = true) {
  const network = {
    name: 'MTN',
    dataCode: 1,
    airtimeCode: 1,
    dataAvailable: true,
    airtimeAvailable,
    airtimeChargePercent: 98,
  };
  return { ...signedIn().subscriptionPlans, MTN: items, NETWORK: [network] };
}

const airtime = (phone: string, days: number) =>
  receipt({ _id: `${phone}-${days}`, recipient: phone, createdAt: ago(days) });
const data = receipt({
  trans_Type: 'data',
  product: 'MTN-SME',
  description: 'MTN 1GB SME, 30 days',
  faceValue: 620,
  charge: 600,
});
const electricity = receipt({
  trans_Type: 'electricity',
  trans_Network: 'Ikeja',
  product: 'IKEJA-POSTPAID',
  recipient: '45012345678',
  faceValue: 2_000,
  charge: 2_050,
});

describe('a repeated purchase', () => {
  it('costs what it costs today, not what it cost then', () => {
    expect(repeatOf(airtime('08031234567', 3), plans(), [])).toEqual({
      kind: 'airtime',
      network: 'MTN',
      phone: '08031234567',
      amount: 500,
      leaves: 490,
    });
    expect(repeatOf(data, plans(), [])).toMatchObject({ kind: 'data', planId: 2, leaves: 620 });
  });

  it('finds its plan by type, volume and validity', () => {
    const others = [
      item({ id: 3, plan_type: 'SME2' }),
      item({ id: 4, plan: '11GB' }),
      item({ id: 5, month_validate: '7 days' }),
    ];
    expect(repeatOf(data, plans(others), [])).toBeUndefined();
    expect(repeatOf(data, plans([...others, item()]), [])).toMatchObject({ planId: 2 });
  });

  it('is not offered while it is not sold, nor for what was not bought', () => {
    expect(repeatOf(airtime('08031234567', 1), plans([], false), [])).toBeUndefined();
    expect(repeatOf(data, plans([item({ isAvailable: false })]), [])).toBeUndefined();
    expect(repeatOf(receipt({ trans_Type: 'wallet', recipient: null }), plans(), [])).toBeUndefined();
    expect(repeatOf(receipt({ trans_Type: 'refund' }), plans(), [])).toBeUndefined();
  });

  it('of electricity goes to the same meter, with the charge on top', () => {
    expect(repeatOf(electricity, plans(), [])).toEqual({
      kind: 'electricity',
      disco: 'Ikeja',
      meterId: 18,
      meterType: 'postpaid',
      meterNumber: '45012345678',
      amount: 2_000,
      leaves: 2_050,
    });
  });

  it('carries the name of the number', () => {
    const people = [{ phone: '08031234567', name: 'Mama' }];
    expect(repeatOf(airtime('08031234567', 1), plans(), people)).toMatchObject({ name: 'Mama' });
  });
});

describe('the likeliest purchases', () => {
  const phonesOf = (transactions: Parameters<typeof likelyPurchases>[0]) =>
    likelyPurchases(transactions, plans(), [], now).map((one) =>
      one.kind === 'electricity' ? one.meterNumber : one.phone,
    );

  it('are at most three, the frequent and recent first, each once', () => {
    const transactions = [
      airtime('08031110000', 2),
      airtime('08032220000', 3),
      airtime('08032220000', 4),
      airtime('08033330000', 40),
      airtime('08034440000', 80),
    ];
    expect(phonesOf(transactions)).toEqual(['08032220000', '08031110000', '08033330000']);
  });

  it('prefer what is bought at this time of the week', () => {
    expect(phonesOf([airtime('08031110000', 6.5), airtime('08032220000', 7)])).toEqual([
      '08032220000',
      '08031110000',
    ]);
  });

  it('have electricity among them', () => {
    expect(phonesOf([airtime('08031110000', 2), { ...electricity, createdAt: ago(1) }])).toEqual([
      '45012345678',
      '08031110000',
    ]);
  });

  it('leave out what failed', () => {
    expect(phonesOf([{ ...airtime('08031110000', 1), trans_Status: 'failed' }])).toEqual([]);
  });
});
