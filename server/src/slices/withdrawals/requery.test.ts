import { naira } from '@jara/contract/money.ts';
import { expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { createFakeBank } from './testing/fake-bank.ts';
const app = useTestApp({
  jobs: true,
  env: {
    PURCHASE_WAIT_MS: '0',
    PURCHASE_FIRST_CHECK_SECONDS: '1',
    PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '1',
  },
});
const { withdrawTo, openUnsent, holds, stateOf, expectJournalToAgree } = createFakeBank(app);
const patience = { timeout: 20_000, interval: 200 };

it('the jobs end by themselves what was paid without a word, and what never left', async () => {
  const [ada, bola] = [
    await app.make.user({ wallet: naira(500) }),
    await app.make.user({ wallet: naira(500) }),
  ];
  const { reply } = await withdrawTo(ada, '0004', 500);
  // The process ends between its commit and the bank.
  const unsent = await openUnsent(bola);
  await vi.waitFor(async () => expect(await stateOf(reply.receipt._id)).toBe('delivered'), patience);
  await vi.waitFor(async () => expect(await stateOf(unsent.id)).toBe('refused'), patience);
  expect([await holds(ada), await holds(bola)]).toEqual([0n, 50_000n]);
  await expectJournalToAgree();
});
