// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { PriceItem } from '@jara/contract/calls/catalogue.ts';
import { receipt, signedIn } from '../../../test/people.ts';
import { resellerSaving } from './reseller-saving.ts';

const now = Date.parse('2026-11-21T13:00:00.000Z');
const plan: PriceItem = {
  _id: '2',
  id: 2,
  plan: '1GB',
  plan_network: 'MTN',
  plan_type: 'SME',
  plan_amount: 620,
  month_validate: '30 days',
  volumeRatio: 1,
  my_price: 620,
  resellerPrice: 595.5,
  apiPrice: 585,
  isAvailable: true,
};
const plans = { ...signedIn().subscriptionPlans, MTN: [plan] };
const data = receipt({
  trans_Type: 'data',
  product: 'MTN-SME',
  description: 'MTN 1GB SME, 30 days',
  createdAt: '2026-11-20T13:00:00.000Z',
});

describe('what a reseller would have saved', () => {
  it('is the difference of the two prices, for the delivered data of 30 days', () => {
    const old = { ...data, createdAt: '2026-10-20T13:00:00.000Z' };
    expect(resellerSaving([data, data, old], plans, now)).toBe(49);
  });

  it('is nothing for what failed, for airtime, and for a plan that is not sold now', () => {
    const failed = { ...data, trans_Status: 'failed' };
    expect(resellerSaving([failed, receipt()], plans, now)).toBe(0);
    expect(resellerSaving([data], { ...plans, MTN: [{ ...plan, isAvailable: false }] }, now)).toBe(0);
  });
});
