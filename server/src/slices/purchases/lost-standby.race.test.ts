/**
 * Commits wait for a synchronous standby that is gone: PostgreSQL carries them out and says nothing, and holds their locks. Then an operator
 * goes on without it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type RunningApp } from '../../../test/app.ts';
import { expectBooksToBalance } from '../../../test/books.ts';
import { numberOf, shortWaits } from '../../../test/buying.ts';
import { expectJournalToAgree } from '../../../test/journal.ts';
import type { TestUser } from '../../../test/make.ts';
import { runSql } from '../../../test/run-sql.ts';
import { removeDataDir } from '../../database/embedded-postgres-files.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../database/embedded-postgres.ts';
import { migrate } from '../../database/migrate.ts';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-standby-'));
fs.chmodSync(home, 0o755);
const patience = { timeout: 40_000 };
let postgres: EmbeddedPostgres;
let app: RunningApp;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({
    dataDir: path.join(home, 'primary'),
    durable: true,
    log: () => undefined,
  });
  await migrate(postgres.url, { mode: 'sandbox' });
  app = await startTestApp({
    env: shortWaits,
    createDatabase: async () => ({ url: postgres.url, drop: async () => undefined }),
  });
});
afterAll(async () => {
  await app.stop();
  await postgres.stop();
  removeDataDir(path.join(home, 'primary'));
  fs.rmSync(home, { recursive: true });
});

const waitFor = (standbys: string): Promise<void> =>
  runSql(postgres.url, `alter system set synchronous_standby_names = '${standbys}'`).then(() =>
    runSql(postgres.url, 'select pg_reload_conf()'),
  );

const readiness = async (): Promise<number> => (await fetch(`${app.url}/readyz`)).status;

async function buyUntilAnswered(user: TestUser, key: string): Promise<number> {
  const body = { network: 1, amount: 500, mobile_number: numberOf('MTN', '1234') };
  for (;;) {
    const { status } = await app.as(user).call('buyAirtime', body, { key });
    if (status < 500 && status !== 409) return status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it('nobody is told a yes that is not safe; afterwards each purchase is there once', async () => {
  const buyers = await Promise.all([1, 2, 3].map(() => app.make.user({ wallet: naira(2_000) })));
  const [ada] = buyers;
  if (ada === undefined) throw new Error('nobody buys');
  expect(await buyUntilAnswered(ada, 'before')).toBe(200);
  await waitFor('gone');
  await expect.poll(readiness, patience).toBe(503);
  let answered = 0;
  const buying = buyers.map((user) => buyUntilAnswered(user, 'during').finally(() => (answered += 1)));
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  expect(answered).toBe(0);
  await waitFor('');
  expect(await Promise.all(buying)).toEqual([200, 200, 200]);
  await expect.poll(readiness, patience).toBe(200);
  const { count } = await app.owner.get<{ count: bigint }>(
    `select count(*) from transactions where type = 'airtime'`,
  );
  expect(count).toBe(4n);
  await expectBooksToBalance(app.context.pool);
  await expectJournalToAgree(app.context.pool, app.sandbox.journal());
  app.takeErrors();
});
