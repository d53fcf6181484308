import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { hashPassword } from '../passwords.ts';
import { limitHashQueue } from './hash-pool.ts';

const app = useTestApp({ env: { PASSWORD_HASH_QUEUE: '3' } });

let logins = 0;

/** Each with a name of its own: one name would be stopped for its wrong passwords, the sooner the more hashes the machine makes. */
function logIn() {
  logins += 1;
  return app.anybody().call('login', { userName: `nobody ${logins}`, password: 'not it at all' });
}

it('leaves the threads that everything else shares alone', async () => {
  limitHashQueue(100);
  let done = 0;
  const hashes = Array.from({ length: 12 }, async () => {
    await hashPassword('correct horse 9', 'known');
    done += 1;
  });
  await promisify(gzip)('a small answer');
  // By the library's own threads, which are the shared ones, the first four would stand before it.
  expect(done).toBeLessThan(4);
  await Promise.all(hashes);
  limitHashQueue(app.context.config.floods.hashQueue);
});

it('refuses what would wait too long, and says when to come back', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, logIn));
  const refused = answers.filter(({ status }) => status === 503);
  // Those that were looked at: the ones that waited, and the ones that a thread had at once.
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(3);
  expect(refused.length).toBeGreaterThan(0);
  for (const { refusal, headers } of refused) {
    expect(refusal.code).toBe('unavailable');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await logIn()).status).not.toBe(503);
});

it('leaves room for the PIN of a payment while strangers take what they may', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const as = app.as(ada);
  await as.call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' });
  limitHashQueue(8);
  let isOver = false;
  // As soon as one has its hash, the next one waits in its place.
  const strangers = Array.from({ length: 12 + availableParallelism() }, async () => {
    while (!isOver) await hashPassword('not it at all', 'stranger').catch(() => undefined);
  });
  const pay = () => as.call('transferFund', { userName: 'nobody at all', amount: 100, pin: '2580' });
  const answers = await Promise.all([logIn(), pay(), logIn(), pay()]).finally(() => {
    isOver = true;
  });
  await Promise.all(strangers);
  limitHashQueue(app.context.config.floods.hashQueue);
  expect(answers.map(({ status }) => status === 503)).toEqual([true, false, true, false]);
});

it('does not count a PIN that nobody had the time to look at', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const as = app.as(ada);
  await as.call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' });
  const input = { userName: 'nobody at all', amount: 100 };
  const withPin = (pin: string) => as.call('transferFund', { ...input, pin });
  limitHashQueue(0);
  for (let time = 0; time < 6; time += 1) expect((await withPin('2580')).status).toBe(503);
  limitHashQueue(app.context.config.floods.hashQueue);
  expect((await withPin('2581')).refusal.code).toBe('wrong_pin');
  expect((await withPin('2580')).refusal.code).not.toBe('too_many_requests');
});
