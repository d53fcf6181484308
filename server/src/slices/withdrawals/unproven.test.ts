import { naira } from '@jara/contract/money.ts';
import { expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { findLastPaid } from './last-paid.ts';
import { createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0', BELIEVE_UNPROVEN_SEARCH: 'off' } });
const { withdrawTo, holds, stateOf, askNow, makeOlder } = createFakeBank(app);
const waitForState = (id: string, state: string) =>
  vi.waitFor(async () => expect(await stateOf(id)).toBe(state), 10_000);

it('nothing returns because a bank that never paid does not know a payout, and staff decide unless it pays another', async () => {
  const ada = await app.make.user({ wallet: naira(3_000) });
  const [first, second] = [
    (await withdrawTo(ada, '0004', 1_000)).reply.receipt._id,
    (await withdrawTo(ada, '0004', 1_000)).reply.receipt._id,
  ];
  await waitForState(first, 'unknown');
  await waitForState(second, 'unknown');
  await app.sandbox.reset();
  const askLater = async (id: string) => {
    for (let time = 0; time < 2; time += 1) {
      await makeOlder(id, '1 hour');
      await askNow(id);
    }
    return stateOf(id);
  };
  expect(await askLater(first)).toBe('unknown');
  await makeOlder(first, '1 day');
  await askNow(first);
  expect(await stateOf(first)).toBe('manual');
  expect(app.takeErrors()).toHaveLength(1);
  expect(await askLater(second)).toBe('unknown');
  expect(await holds(ada)).toBe(naira(1_000));

  const paid = (await withdrawTo(ada, '5555', 1_000)).reply.receipt._id;
  await waitForState(paid, 'delivered');
  expect(await askLater(second)).toBe('refused');
  expect(await holds(ada)).toBe(naira(1_000));
});

it('nothing returns because a bank does not know a payout, while it has lost those that it paid as well', async () => {
  const ada = await app.make.user({ wallet: naira(2_000) });
  const paid = (await withdrawTo(ada, '5555', 1_000)).reply.receipt._id;
  await waitForState(paid, 'delivered');
  const silent = (await withdrawTo(ada, '0004', 1_000)).reply.receipt._id;
  await waitForState(silent, 'unknown');

  await app.sandbox.reset();
  for (let time = 0; time < 3; time += 1) {
    await makeOlder(silent, '1 hour');
    await askNow(silent);
    expect(await stateOf(silent)).toBe('unknown');
  }
  expect(await holds(ada)).toBe(0n);
  const { message } = await app.owner.get<{ message: string | null }>(
    'select message from withdrawals where transaction_id = $1',
    [silent],
  );
  expect(message).toBe('Transaction not found');
});

it('a payout is proved by what was paid before it: a later one may be of another account', async () => {
  const ada = await app.make.user({ wallet: naira(3_000) });
  const pay = async () => {
    const { _id: id, reference } = (await withdrawTo(ada, '5555', 1_000)).reply.receipt;
    await waitForState(id, 'delivered');
    return reference;
  };
  const [first, second, third] = [await pay(), await pay(), await pay()];
  const provedBy = (asked: string) => findLastPaid(app.context.pool, 'squad', asked);
  expect(await provedBy(third)).toBe(second);
  expect(await provedBy(second)).toBe(first);
  // As one that was held, and sent long after it was opened.
  await app.owner.run(`update withdrawals set sent_at = now() + interval '1 minute' where reference = $1`, [
    second,
  ]);
  expect(await provedBy(third)).toBe(first);
  await app.owner.run(`update withdrawals set provider_reference = null where reference <> all($1)`, [
    [first, second, third],
  ]);
  expect(await provedBy(first)).toBe(third);
});
