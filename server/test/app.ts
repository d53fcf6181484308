/**
 * The real program for a test file: composed as in server/src/main.ts, over a database of its own and a sandbox in this process, spoken to
 * over HTTP. After each test nothing unexpected was logged; after the last one the books balance.
 */
import type { CallReply } from '@jara/contract/api.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import type { RefusalBody } from '@jara/contract/refusals.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import {
  startSandbox,
  type Sandbox,
  type SandboxOptions,
} from '../../sandbox/src/environment/environment.ts';
import { compose } from '../src/app/compose.ts';
import { readConfig } from '../src/config/config.ts';
import type { Context } from '../src/app/context.ts';
import { openProgramLogin } from '../src/database/program-login.ts';
import { openPool, type Pool } from '../src/platform/db.ts';
import { seed } from '../src/seed/seed.ts';
import { expectBooksToBalance } from './books.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { ApiDocument } from './documented.ts';
import { createMake, type Make } from './make.ts';
import { silent } from './pool.ts';

export interface TestAppOptions {
  /** Settings besides the ones that connect the parts. */
  env?: Record<string, string>;
  timings?: SandboxOptions['timings'];
  /** Runs the jobs as server/src/main.ts does; without it a test runs the job it is about. */
  jobs?: boolean;
  /** Another one than a clone of the template on the server that all tests share. */
  createDatabase?: () => Promise<TestDatabase>;
}

export interface TestApp {
  /** Where the program listens. */
  readonly url: string;
  /** Superuser on the database: for what the program itself may not do. */
  readonly databaseUrl: string;
  readonly context: Context;
  /** A connection of that superuser. */
  readonly owner: Pool;
  readonly sandbox: Sandbox;
  readonly make: Make;
  /** Calls as this user: `await app.as(ada).call('testTopUp', { amount: 500 })`. */
  as(user: { token: string }): Caller;
  /** Calls without a token. */
  anybody(): Caller;
  /** What was logged as an error so far, which the test thereby expects. */
  takeErrors(): string[];
}

export interface Caller {
  /**
   * `input` fills the path, then is the query of a GET and the body of anything else; wrong ones are what tests are for, so it has no
   * type. `key` is the Idempotency-Key.
   */
  call<Name extends CallName>(
    name: Name,
    input?: Record<string, unknown>,
    options?: { key?: string; headers?: Record<string, string> },
  ): Promise<Answer<Name>>;
}

export class Answer<Name extends CallName> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  constructor(status: number, headers: Headers, body: unknown) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
  /** The body of a success; fails the test when the call was refused. */
  get reply(): CallReply<Name> {
    if (this.status >= 300) throw new Error(`refused with ${this.status}: ${JSON.stringify(this.body)}`);
    return this.body as CallReply<Name>; // the server's types promise it
  }
  /** The body of a refusal; fails the test when the call succeeded. */
  get refusal(): RefusalBody {
    if (this.status < 400) throw new Error(`succeeded with ${this.status}: ${JSON.stringify(this.body)}`);
    return this.body as RefusalBody; // the server's types promise it
  }
}

/**
 * After each test, to find the one that broke the books of a file. Postings and entries are never edited, so that what one test breaks in
 * them is still seen after the last; states of transactions and attempts, and rights, are seen as the last test leaves them.
 */
const auditsEachTest = process.env['AUDIT_EACH_TEST'] === 'yes';

/** Starts the program before the tests of a file and stops it after them. */
export function useTestApp(options: TestAppOptions = {}): TestApp {
  let running: RunningApp | undefined;
  const now = (): RunningApp => {
    if (running === undefined) throw new Error('the program has not started yet');
    return running;
  };
  beforeAll(async () => {
    running = await startTestApp(options);
  });
  afterEach(async () => {
    const errors = now().takeErrors();
    expect(errors, `the program logged errors: ${errors.join('')}`).toEqual([]);
    if (auditsEachTest) await expectBooksToBalance(now().context.pool);
  });
  afterAll(async () => {
    try {
      if (running !== undefined) await expectBooksToBalance(running.context.pool);
    } finally {
      await running?.stop();
    }
  });
  return {
    get url() {
      return now().url;
    },
    get databaseUrl() {
      return now().databaseUrl;
    },
    get context() {
      return now().context;
    },
    get owner() {
      return now().owner;
    },
    get sandbox() {
      return now().sandbox;
    },
    get make() {
      return now().make;
    },
    as: (user) => now().as(user),
    anybody: () => now().anybody(),
    takeErrors: () => now().takeErrors(),
  };
}

export interface RunningApp extends TestApp {
  stop(): Promise<void>;
}

/** The same for a test that needs several, or one that ends. */
export async function startTestApp({
  env = {},
  timings,
  jobs,
  createDatabase = createTestDatabase,
}: TestAppOptions = {}): Promise<RunningApp> {
  let errors: string[] = [];
  const log = pino({ level: 'error', base: null }, { write: (line: string) => void errors.push(line) });
  const [database, sandbox] = await Promise.all([
    createDatabase(),
    startSandbox({
      journal: 'memory',
      timings: {
        processingMs: 300,
        slowMs: 200,
        reversalMs: 500,
        tokenMs: 300,
        webhookRetryMs: 50,
        ...timings,
      },
    }),
  ]);
  const config = readConfig({
    // Fifty at once is what tests of races send, of strangers too.
    PASSWORD_HASH_QUEUE: '100',
    PUBLIC_URL: 'http://shop.example',
    PUBLIC_SANDBOX: 'on',
    // The receivers of a test stand on this machine.
    WEBHOOK_ALLOW_INSIDE: 'on',
    DATABASE_CONNECTIONS: '12',
    // One folder would be that of the first of many databases.
    ARCHIVE_DIR: 'off',
    SANDBOX_PORT: String(sandbox.port),
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    ...env,
  });
  await seed(database.url, log, config.identity.hashKey);
  const program = await compose(config, await openProgramLogin(database.url, config.secretsKey), log);
  const url = await program.app.listen({ host: '127.0.0.1', port: 0 });
  for (const simulator of ['glad', 'alaro', 'vtpass', 'squad']) {
    await post(`${sandbox.url}/control/faces/${simulator}`, { webhookUrl: `${url}/hooks/${simulator}` });
  }
  await post(`${sandbox.url}/control/faces/reserved-accounts`, { webhookUrl: `${url}/hooks/paymentpoint` });
  if (jobs === true) program.startJobs();
  const owner = openPool({ url: database.url, size: 2, role: null, log: silent });
  return {
    url,
    databaseUrl: database.url,
    context: program.context,
    owner,
    sandbox,
    make: createMake(program.context, owner),
    as: ({ token }) => caller(url, { 'x-auth-token': token }),
    anybody: () => caller(url, {}),
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
    async stop() {
      // The sandbox first, so that nothing is sent to a program that is gone.
      await sandbox.close();
      await program.stop();
      await owner.close();
      await database.drop();
    },
  };
}

/** How an error begins that says that an answer is not as documented. */
export const DIFFERS = "the API's document says otherwise";

/** Every answer that a test gets is held against it. */
const document = new ApiDocument();

function caller(url: string, headers: Record<string, string>): Caller {
  return {
    async call<Name extends CallName>(
      name: Name,
      input: Record<string, unknown> = {},
      options: { key?: string; headers?: Record<string, string> } = {},
    ) {
      const [method = '', template = ''] = paths[name].split(' ');
      const rest = new Map(Object.entries(input));
      const path = template.replaceAll(/:(\w+)/g, (_match, field: string) => {
        const value = String(rest.get(field));
        rest.delete(field);
        return encodeURIComponent(value);
      });
      const isGet = method === 'GET';
      const address = new URL(path, url);
      if (isGet) for (const [field, value] of rest) address.searchParams.set(field, String(value));
      const response = await fetch(address, {
        method,
        headers: {
          ...headers,
          ...(isGet ? {} : { 'content-type': 'application/json' }),
          ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
          ...options.headers,
        },
        ...(isGet ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }),
      });
      const answer = new Answer<Name>(response.status, response.headers, await response.json());
      const differences = document.differences(name, answer);
      if (differences.length > 0) throw new Error(`${DIFFERS}: ${differences.join('; ')}`);
      return answer;
    },
  };
}

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  await response.body?.cancel();
}
