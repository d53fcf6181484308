import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();
const rows = 5_000;
const bytesOfRow = 3_000;

/** A file of so much that the connection does not hold it while nobody reads. */
async function startReading(boss: TestUser, { userId, userName }: TestUser): Promise<IncomingMessage> {
  await app.owner.run(
    `insert into transactions (user_id, reference, type, status, description, amount_kobo)
     select $1::bigint, 'LONG' || $1::bigint || 'X' || n, 'wallet', 'failed', repeat('x', $3::int), 100 from generate_series(1, $2::int) n`,
    [userId, rows, bytesOfRow],
  );
  const asked = get(`${app.url}/api/v1/transaction?format=csv&userName=${userName}`, {
    headers: { 'x-auth-token': boss.token },
  });
  const [file] = (await once(asked, 'response')) as [IncomingMessage]; // of the event's name
  expect(file.statusCode).toBe(200);
  return file;
}

const by = (colleague: TestUser, { userId }: TestUser) => ({
  id: String(userId),
  reason: 'Has left',
  password: colleague.password,
});

it.each([
  [
    'is dismissed',
    (boss: TestUser, other: TestUser) =>
      app.as(other).call('setRoles', {
        ...by(other, boss),
        isAdmin: false,
        isAgent: false,
        isCouponVendor: false,
      }),
  ],
  ['logs out', (boss: TestUser) => app.as(boss).call('logout')],
  [
    'is restricted',
    (boss: TestUser, other: TestUser) =>
      app.as(other).call('setStanding', { ...by(other, boss), standing: 'restricted' }),
  ],
] as const)('a file breaks off whose reader %s', { timeout: 120_000 }, async (_words, shutOut) => {
  const [boss, other, many] = [
    await app.make.user({ isAdmin: true }),
    await app.make.user({ isAdmin: true }),
    await app.make.user(),
  ];
  const file = await startReading(boss, many);
  expect((await shutOut(boss, other)).status).toBe(200);
  let bytes = 0;
  const read = async () => {
    for await (const piece of file as AsyncIterable<Buffer>) {
      bytes += piece.length;
      // As slowly as the program answers others.
      await app.as(many).call('getBalance');
    }
  };
  await expect(read()).rejects.toThrow('aborted');
  expect(bytes).toBeLessThan(rows * bytesOfRow);
});
