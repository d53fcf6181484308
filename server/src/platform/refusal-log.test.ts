import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { sendRaw } from '../../simulation/fuzz/raw.ts';
import { startTestApp } from '../../test/app.ts';
import { createRefusalLog } from './refusal-log.ts';

it('what is not theirs, what the checks refuse and what is no address stands in the log, with how often, and nobody by name', async () => {
  const app = await startTestApp();
  const info = vi.spyOn(app.context.log, 'info');
  const [ada, bola] = [await app.make.user(), await app.make.user()];
  await app.as(bola).call('testTopUp', { amount: 500 });
  const { reference } = await app.context.pool.get<{ reference: string }>(
    'select reference from transactions where user_id = $1',
    [bola.userId],
  );
  expect((await app.as(ada).call('getTransaction', { reference })).status).toBe(404);
  expect((await app.as(ada).call('listUsers')).status).toBe(403);
  for (const amount of [-1, 'all']) await app.as(ada).call('testTopUp', { amount });
  for (const address of ['/%zz', '/api/v1/nothing', `/check/${reference}-${'0'.repeat(32)}`])
    await (await fetch(`${app.url}${address}`, { headers: { accept: 'text/html' } })).text();
  await sendRaw(app.url, 'GET / HTTP/9.9\r\n\r\n');
  await app.stop();

  const lines = info.mock.calls.filter(([, msg]) => msg === 'refused').map(([line]) => line as object);
  const userId = String(ada.userId);
  const network = '127.0.x.x';
  expect(lines).toEqual([
    {
      userId,
      call: 'GET /api/v1/transaction/:id',
      code: 'not_found',
      times: 1,
      first: expect.any(String),
    },
    { userId, call: 'GET /api/v1/admin/users', code: 'forbidden', times: 1, first: expect.any(String) },
    { userId, call: 'POST /api/v1/loophole', code: 'invalid_input', times: 2, first: expect.any(String) },
    { network, call: null, code: 'invalid_input', times: 1, first: expect.any(String) },
    { network, call: null, code: 'not_found', times: 1, first: expect.any(String) },
    { network, call: 'GET /check/:slip', code: 'not_found', times: 1, first: expect.any(String) },
    { network, call: null, code: 'malformed_body', times: 1, first: expect.any(String) },
  ]);
  expect(JSON.stringify(lines)).not.toContain(reference);
});

it('writes a bounded number of lines, once', () => {
  const written: string[] = [];
  const log = createRefusalLog(pino({ base: null }, { write: (line: string) => void written.push(line) }));
  for (let sender = 0; sender < 600; sender += 1)
    log.note({ userId: BigInt(sender), ip: '203.0.113.9', call: 'GET /', code: 'forbidden', requestId: 'r' });
  log.write();
  expect(written).toHaveLength(501);
  expect(JSON.parse(written.at(-1) ?? '')).toMatchObject({ times: 100 });
  log.write();
  expect(written).toHaveLength(501);
});
