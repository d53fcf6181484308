/** Programs that serve, and programs that run the jobs, on one database. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/src/environment/environment.ts';
import { migrateApart } from '../../src/app/migrate-apart.ts';
import { findFreePort } from '../../src/database/free-port.ts';
import { openPool, type Pool } from '../../src/platform/db.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { silent } from '../pool.ts';
import { startServer, type ServerProgram, type Settings } from './run-program.ts';

// Programs are started, and the machine may have more to do.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PEOPLE = 12;

let database: TestDatabase;
let owner: Pool;
let sandbox: Sandbox;
let url: string;
let start: (settings: Settings) => Promise<{ program: ServerProgram; url: string }>;
const running: ServerProgram[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = await startSandbox({ journal: 'memory' });
  const common = { MODE: 'sandbox', PATH: process.env['PATH'] };
  const login = await migrateApart({ ...common, DATABASE_URL: database.url });
  start = async (settings) => {
    const port = await findFreePort();
    const program = await startServer({
      ...common,
      PORT: String(port),
      LOG_LEVEL: 'info',
      DATABASE_CONNECTIONS: '6',
      DATABASE_PROGRAM_URL: login,
      SANDBOX_PORT: String(sandbox.port),
      SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
      ...settings,
    });
    running.push(program);
    return { program, url: `http://127.0.0.1:${port}` };
  };
  ({ url } = await start({ ROLE: 'web' }));
  owner = openPool({ url: database.url, size: 2, role: null, log: silent });
});
afterAll(async () => {
  await Promise.all(running.map((program) => program.stop()));
  await sandbox.close();
  await owner.close();
  await database.drop();
});

const addressOf = (person: number): string => `person${person}@people.example`;

async function register(person: number): Promise<number> {
  const answer = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      userName: `person_${person}`,
      email: addressOf(person),
      phoneNumber: `0706${String(person).padStart(7, '0')}`,
      password: 'correct horse 9',
      passwordCheck: 'correct horse 9',
    }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** How many mails of registrations wait, and how often one was tried. */
const mails = () =>
  owner.get<{ waiting: bigint; tries: bigint }>(
    `select count(*) filter (where next_try_at is not null) as waiting, coalesce(sum(tries), 0)::bigint as tries
     from mails m join users u on u.id = m.user_id where u.email like 'person%@people.example'`,
  );

describe('web and worker', () => {
  it('with the web alone everything is served, and no job runs', async () => {
    for (let person = 0; person < PEOPLE; person += 1) expect(await register(person)).toBe(201);
    expect(await mails()).toEqual({ waiting: BigInt(PEOPLE), tries: 0n });
    expect(sandbox.journal().mails).toEqual([]);
  });

  it('two workers send each mail once, and serve nobody', async () => {
    const workers = await Promise.all([1, 2].map(() => start({ ROLE: 'worker' })));
    await expect.poll(mails, { timeout: 60_000 }).toEqual({ waiting: 0n, tries: BigInt(PEOPLE) });
    const addresses = sandbox.journal().mails.map(({ to }) => to);
    const people = Array.from({ length: PEOPLE }, (_, person) => addressOf(person));
    expect(addresses.toSorted()).toEqual(people.toSorted());
    for (const worker of workers) {
      const statusOf = async (path: string) => (await fetch(`${worker.url}${path}`)).status;
      expect(await statusOf('/readyz')).toBe(200);
      expect(await statusOf('/metrics')).toBe(200);
      for (const path of ['/', '/api/v1/prices', '/events', '/developers'])
        expect(await statusOf(path)).toBe(404);
      expect(worker.program.said()).toMatch(
        /is ready at .* for \/healthz, \/readyz and \/metrics: it runs the jobs\n/,
      );
    }
  });
});
