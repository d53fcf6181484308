/** A database that only reads, as a replica does that an address leads to by mistake: 503 on every call, nothing done, and done once afterwards. */
import type { CallName } from '@jara/contract/paths.ts';
import { expect, it, vi } from 'vitest';
import { useTestApp, type Answer } from '../../test/app.ts';
import { moneyCalls, sendByProbe } from './testing/money-calls.ts';
import { probeSettings } from '../../test/probes.ts';

const app = useTestApp({ env: { ...probeSettings, PURCHASE_WAIT_MS: '2000' } });

/** From now on, for every connection of the program. */
async function onlyReads(is: boolean): Promise<void> {
  const { login } = await app.context.pool.get<{ login: string }>('select session_user as login');
  await app.owner.run(
    `alter role ${login} in database "${new URL(app.databaseUrl).pathname.slice(1)}" set default_transaction_read_only = ${is ? 'on' : 'off'}`,
  );
  const ended = await app.owner.run(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
    [login],
  );
  let lost = 0;
  await vi.waitFor(() => {
    lost += app.takeErrors().length;
    expect(lost).toBeGreaterThanOrEqual(ended);
  }, 10_000);
  await expect
    .poll(() => app.context.pool.get('show default_transaction_read_only').catch(() => undefined))
    .toEqual({ default_transaction_read_only: is ? 'on' : 'off' });
}

it('every call that moves money says that it cannot be done now, and is done once the database writes', async () => {
  const requests = new Map<CallName, () => Promise<Answer<CallName>>>();
  for (const name of moneyCalls) requests.set(name, await sendByProbe(app, name));
  const count = async () => (await app.owner.get<{ count: bigint }>('select count(*) from postings')).count;
  const before = await count();

  await onlyReads(true);
  for (const [name, send] of requests) {
    const { status, body, headers } = await send();
    const { code, msg } = body as { code: string; msg: string };
    expect([name, status, code, msg, headers.get('retry-after')]).toEqual([
      name,
      503,
      'unavailable',
      // Each has a key, and nobody looked whether it was used before.
      'The service is busy. This try did nothing; try again',
      expect.stringMatching(/^[15]$/),
    ]);
  }
  expect(await count()).toBe(before);
  await onlyReads(false);
  app.takeErrors();

  for (const [name, send] of requests)
    expect([name, (await send()).status]).toEqual([name, expect.toBeOneOf([200, 201, 202])]);
});
