import { describe, expect, it } from 'vitest';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { receipt } from '../../../../../test/people.ts';
import { spendingOf } from './spending.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const transaction = (createdAt: string, changes: Partial<Transaction> = {}): Transaction =>
  receipt({ createdAt, charge: 100, ...changes });

describe('what was spent', () => {
  it('is told for each of the last 14 days of Lagos, today last', () => {
    const { perDay, total } = spendingOf(
      [
        transaction('2026-11-21T11:00:00Z', { charge: 99.5 }),
        transaction('2026-11-20T23:30:00Z', { trans_Type: 'data', charge: 0.6 }),
        transaction('2026-11-20T22:30:00Z', { trans_Type: 'electricity' }),
        transaction('2026-11-08T00:00:00Z'),
        transaction('2026-11-07T22:30:00Z'),
      ],
      now,
    );
    expect(perDay).toHaveLength(14);
    expect([perDay[0], perDay[12], perDay[13]]).toEqual([100, 100, 100.1]);
    expect(total).toBe(300.1);
  });

  it('counts what waits, and not what failed, was refunded, or is no purchase', () => {
    const at = '2026-11-21T11:00:00Z';
    const { total } = spendingOf(
      [
        transaction(at, { trans_Status: 'pending' }),
        transaction(at, { trans_Status: 'failed' }),
        transaction(at, { trans_Status: 'refunded' }),
        transaction(at, { trans_Type: 'wallet' }),
        transaction(at, { trans_Type: 'transfer' }),
      ],
      now,
    );
    expect(total).toBe(100);
  });

  it('leaves out the day in which a full page begins, and what is older', () => {
    const page = Array.from({ length: 50 }, (_, index) =>
      transaction(
        index < 20 ? '2026-11-21T10:00:00Z' : index < 40 ? '2026-11-20T10:00:00Z' : '2026-11-19T10:00:00Z',
      ),
    );
    expect(spendingOf(page, now).perDay).toEqual([2_000, 2_000]);
    const oneDay = Array.from({ length: 50 }, () => transaction('2026-11-21T10:00:00Z'));
    expect(spendingOf(oneDay, now).perDay).toEqual([0]);
  });

  it('is nothing without transactions', () => {
    expect(spendingOf([], now)).toEqual({ perDay: Array.from({ length: 14 }, () => 0), total: 0 });
  });
});
