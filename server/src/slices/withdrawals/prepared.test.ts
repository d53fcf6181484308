import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { OpenedWithdrawal } from './open.ts';

const app = useTestApp();
/** On no record: nothing of it is sent here. */
const opened = (transactionId: bigint) =>
  ({ transactionId, order: { reference: 'none' } }) as OpenedWithdrawal;

describe('a withdrawal whose commit was seen before this process heard of it', () => {
  it('is waited for until it is sent or given up', async () => {
    const { withdrawals } = app.context;
    const prepared = withdrawals.prepare(opened(-1n));
    const waiting = withdrawals.wait(-1n);
    const first = await Promise.race([waiting.then(() => 'over'), setImmediate('waiting')]);
    expect([first, withdrawals.ongoing.ids()]).toEqual(['waiting', [-1n]]);
    prepared.cancel();
    await waiting;
    expect(withdrawals.ongoing.ids()).toEqual([]);
  });
});
