import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type RunningApp } from '../../../test/app.ts';
import { expectBooksToBalance } from '../../../test/books.ts';
import { askNow, numberOf, shortWaits } from '../../../test/buying.ts';
import { expectJournalToAgree } from '../../../test/journal.ts';
import type { TestUser } from '../../../test/make.ts';
import { silent } from '../../../test/pool.ts';
import { openPool, type Pool } from '../../platform/db.ts';

const CLIENTS = 15;
const PURCHASES_EACH = 16;
/** Each purchase is asked for again until it is answered, by a program that waits longer after each lost connection. */
const MOST_MS = 120_000;
/** On a machine that does little between two of them nobody would ever get to the end. */
const MOST_ENDINGS = 250;
const ENDINGS = ['1234', '1234', '1234', '0001', '0002', '0004', '0006', '0008'];

let app: RunningApp;
let superuser: Pool;

beforeAll(async () => {
  app = await startTestApp({ env: shortWaits, jobs: true, timings: { slowMs: 100, processingMs: 200 } });
  superuser = openPool({ url: app.databaseUrl, size: 1, role: null, log: silent });
});
afterAll(async () => {
  await superuser.close();
  await app.stop();
});

/** Asks with the same key until there is an answer that is not about our own trouble. */
async function buyUntilAnswered(user: TestUser, turn: number): Promise<number> {
  const ending = ENDINGS[turn % ENDINGS.length] ?? '';
  const body = { network: 1, amount: 500, mobile_number: numberOf('MTN', ending) };
  for (;;) {
    const answer = await app.as(user).call('buyAirtime', body, { key: `${user.userId}-${turn}` });
    if (answer.status < 500) return answer.status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function shop(user: TestUser): Promise<number[]> {
  const statuses = [];
  for (let turn = 0; turn < PURCHASES_EACH; turn += 1) statuses.push(await buyUntilAnswered(user, turn));
  return statuses;
}

it(
  'all connections to the database are ended again and again: every purchase happens once and ends',
  async () => {
    const users = await Promise.all(
      Array.from({ length: CLIENTS }, () => app.make.user({ wallet: naira(PURCHASES_EACH * 495) })),
    );
    let isOver = false;
    let ended = 0;
    const shopping = Promise.all(users.map(shop)).finally(() => (isOver = true));
    for (let time = 0; !isOver && time < MOST_ENDINGS; time += 1) {
      ended += await superuser.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    const statuses = (await shopping).flat();
    expect(ended).toBeGreaterThan(10);
    expect(statuses.filter((status) => ![200, 202, 422].includes(status))).toEqual([]);

    const pending = async (): Promise<bigint> =>
      (
        await app.context.pool.get<{ count: bigint }>(
          `select count(*) from transactions where status = 'pending'`,
        )
      ).count;
    while ((await pending()) > 0n) {
      await askNow(app);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { bought } = await app.context.pool.get<{ bought: bigint }>(
      `select count(*) as bought from transactions where type = 'airtime'`,
    );
    expect(bought).toBe(BigInt(CLIENTS * PURCHASES_EACH));
    await expectBooksToBalance(app.context.pool);
    await expectJournalToAgree(app.context.pool, app.sandbox.journal());
    app.takeErrors();
  },
  MOST_MS,
);
