import { naira } from '@jara/contract/money.ts';
import { expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { openWithdrawal } from './open.ts';
import { createFakeBank, accountEnding, bankName } from './testing/fake-bank.ts';
import { noClientFacts } from '../../platform/client-facts.ts';
const app = useTestApp({
  jobs: true,
  env: {
    PURCHASE_WAIT_MS: '0',
    PURCHASE_FIRST_CHECK_SECONDS: '1',
    PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '1',
  },
});
const { withdrawTo, validate, holds, stateOf, expectJournalToAgree } = createFakeBank(app);
const patience = { timeout: 20_000, interval: 200 };

it('the jobs end by themselves what was paid without a word, and what never left', async () => {
  const [ada, bola] = [
    await app.make.user({ wallet: naira(500) }),
    await app.make.user({ wallet: naira(500) }),
  ];
  const { reply } = await withdrawTo(ada, '0004', 500);
  // The process ends between its commit and the bank.
  const accountNumber = accountEnding('1234');
  await validate(bola, accountNumber);
  const profile = await app.context.sessions.find(bola.token);
  if (profile === undefined) throw new Error('bola has a session');
  const { transactionId } = await app.context.pool.commit((db) =>
    openWithdrawal(db, {
      principal: profile,
      account: { bank: { bankName, bankCode: '000013' }, accountNumber },
      amountKobo: naira(500),
      client: noClientFacts,
      feeKobo: naira(50),
      provider: 'squad',
      firstCheckSeconds: 1,
      holdsOtherNames: false,
      twinWindowSeconds: null,
    }),
  );
  await vi.waitFor(async () => expect(await stateOf(reply.receipt._id)).toBe('delivered'), patience);
  await vi.waitFor(async () => expect(await stateOf(String(transactionId))).toBe('refused'), patience);
  expect([await holds(ada), await holds(bola)]).toEqual([0n, 50_000n]);
  await expectJournalToAgree();
});
