/**
 * `npm run bench -- purchases`: this program against the same program with purchases written the ordinary way, over HTTP, alternating,
 * with load, sandbox and database on the same machine; and pgbench's TPC-B on the same server, where pgbench is installed.
 * Options: --quick (fewer cells, shorter rounds), --rounds N, --seconds N, --concurrency 1,64.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLog } from '../../server/src/platform/log.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { audit } from '../../server/src/ledger/audit.ts';
import { openPool } from '../../server/src/platform/db.ts';
import { removeDataDir } from '../../server/src/database/embedded-postgres-files.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded-postgres.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { seed } from '../../server/src/seed/seed.ts';
import { cpuMs, parentOf } from '../cpu.ts';
import { runLoad, type LoadResult } from '../load.ts';
import { makeWallets, startProgram, withClient, type RunningProgram, type Wallets } from './environment.ts';
import { runPgbench } from './pgbench.ts';

const programs = ['product', 'baseline'] as const;
type ProgramName = (typeof programs)[number];

interface Cell {
  wallets: 'many' | 'one';
  supplierMs: number;
  concurrency: number;
}

interface Round {
  load: LoadResult;
  appCpuUs: number | undefined;
  databaseCpuUs: number | undefined;
  /** Of the sandbox and of the load itself, which share the cores. */
  aroundCpuUs: number | undefined;
}

interface Environment {
  adminUrl(database: string): string;
  postmasterPid: number;
  sandboxPort: number;
  sandboxPid: number;
  wallets: Wallets;
}

const TEMPLATE = 'bench_template';
const MANY = 10_000;
// Until then code is still being compiled, and sessions of wallets are read for the first time.
const WARM_UP_SECONDS = 8;

/** `count` numbers of distinct recipients that the sandbox delivers to at once. */
let recipient = 0;
function nextRecipient(): string {
  recipient += 1;
  // The last four digits stay clear of the sandbox's special numbers.
  return `080${String(recipient % 100_000_000)
    .padStart(8, '0')
    .replace(/00\d\d$/, '9999')}`;
}

function requestFor(wallets: Wallets, kind: Cell['wallets']): () => string {
  let turn = 0;
  return () => {
    turn = kind === 'one' ? 0 : (turn + 7_919) % wallets.count;
    const body = `{"network":1,"mobile_number":"${nextRecipient()}","amount":100}`;
    return (
      `POST /api/v1/buy/airtime HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nx-auth-token: ${wallets.tokenOf(turn)}\r\n` +
      `idempotency-key: ${randomUUID()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    );
  };
}

async function control(environment: Environment, what: string, body: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${environment.sandboxPort}/control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the sandbox refused ${what}: ${response.status}`);
}

const perRequestUs = (before: number | undefined, after: number | undefined, requests: number) =>
  before === undefined || after === undefined ? undefined : ((after - before) * 1_000) / requests;

async function measure(
  environment: Environment,
  program: RunningProgram,
  cell: Cell,
  seconds: number,
): Promise<Round> {
  await control(environment, 'reset', {});
  for (const simulator of ['glad', 'alaro'])
    await control(environment, `faces/${simulator}`, { latencyMs: cell.supplierMs });
  // Each pays for its own writes: what the program before has left to be written is not written while this one is measured.
  await withClient(environment.adminUrl('postgres'), (client) => client.query('checkpoint'));
  const before = cpuNow(environment, program);
  const load = await runLoad({
    port: program.port,
    concurrency: cell.concurrency,
    durationMs: seconds * 1_000,
    next: requestFor(environment.wallets, cell.wallets),
  });
  const after = cpuNow(environment, program);
  return {
    load,
    appCpuUs: perRequestUs(before.app, after.app, load.requests),
    databaseCpuUs: perRequestUs(before.database, after.database, load.requests),
    aroundCpuUs: perRequestUs(before.around, after.around, load.requests),
  };
}

function cpuNow(environment: Environment, program: RunningProgram) {
  const sandboxMs = cpuMs(environment.sandboxPid);
  const { user, system } = process.cpuUsage();
  return {
    app: cpuMs(program.pid),
    database: cpuMs(environment.postmasterPid),
    around: sandboxMs === undefined ? undefined : sandboxMs + (user + system) / 1_000,
  };
}

/** Throws when an answer was not a delivery, or the books or their number of deliveries do not hold. */
async function verify(url: string, rounds: Round[]): Promise<void> {
  await migrate(url, { mode: 'sandbox' }); // takes the rights of the baseline away again
  const answered = rounds.reduce((sum, { load }) => sum + load.requests, 0);
  const delivered = rounds.reduce((sum, { load }) => sum + (load.statuses.get(200) ?? 0), 0);
  if (answered !== delivered) {
    throw new Error(
      `not every purchase was delivered: ${JSON.stringify(rounds.map(({ load }) => [...load.statuses]))}`,
    );
  }
  const pool = openPool({ url, size: 1, role: null, log: createLog('error') });
  try {
    // The baseline knows no questions about what was delivered.
    await pool.run(
      `update purchase_attempts set return_check_at = return_check_next('purchase', answered_at, true)
       where state = 'delivered' and return_check_at is null`,
    );
    const broken = (await audit(pool)).filter((rule) => rule.breaks.length > 0);
    if (broken.length > 0) throw new Error(`the books do not hold: ${JSON.stringify(broken)}`);
    const booked = await pool.get<{ count: bigint }>(
      `select count(*) from postings where code = 'purchase.deliver'`,
    );
    if (Number(booked.count) !== answered)
      throw new Error(`${answered} answered, ${booked.count} in the books`);
  } finally {
    await pool.close();
  }
}

async function runCell(
  environment: Environment,
  cell: Cell,
  rounds: number,
  seconds: number,
): Promise<Map<ProgramName, Round>> {
  const running = new Map<ProgramName, RunningProgram>();
  const results = new Map<ProgramName, Round[]>(programs.map((name) => [name, []]));
  for (const name of programs) {
    await withClient(environment.adminUrl('postgres'), async (client) => {
      await client.query(`drop database if exists bench_${name} with (force)`);
      await client.query(`create database bench_${name} template ${TEMPLATE}`);
    });
    const settings = {
      databaseUrl: environment.adminUrl(`bench_${name}`),
      sandboxPort: environment.sandboxPort,
    };
    running.set(name, await startProgram(name, settings));
  }
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, program] of running) {
        results
          .get(name)
          ?.push(await measure(environment, program, cell, round === 0 ? WARM_UP_SECONDS : seconds));
      }
    }
    for (const name of programs) await verify(environment.adminUrl(`bench_${name}`), results.get(name) ?? []);
  } finally {
    for (const program of running.values()) await program.stop();
  }
  return new Map(programs.map((name) => [name, median(results.get(name)?.slice(1) ?? [])]));
}

function median(rounds: Round[]): Round {
  const sorted = rounds.toSorted((a, b) => a.load.perSecond - b.load.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('no round was measured');
  return middle;
}

const number = (value: number | undefined, digits = 0) => (value === undefined ? '-' : value.toFixed(digits));

function printCell(cell: Cell, results: Map<ProgramName, Round>): void {
  const rate = (name: ProgramName) => results.get(name)?.load.perSecond ?? 0;
  for (const [name, { load, appCpuUs, databaseCpuUs, aroundCpuUs }] of results) {
    const { p50, p95, p99 } = load.latencyMs;
    const columns = [
      name.padEnd(9),
      `${cell.wallets} wallet${cell.wallets === 'one' ? ' ' : 's'}`.padEnd(13),
      `${cell.supplierMs} ms`.padStart(6),
      `c=${cell.concurrency}`.padStart(6),
      `${number(load.perSecond)}/s`.padStart(9),
      `p50 ${number(p50, 1)}`.padStart(10),
      `p95 ${number(p95, 1)}`.padStart(10),
      `p99 ${number(p99, 1)}`.padStart(10),
      `cpu app ${number(appCpuUs)} us`.padStart(16),
      `db ${number(databaseCpuUs)} us`.padStart(11),
      `around ${number(aroundCpuUs)} us`.padStart(13),
    ];
    const ratio = name === 'product' ? `  ${(rate('product') / rate('baseline')).toFixed(2)}x` : '';
    console.log(columns.join(' ') + ratio);
  }
}

interface Options {
  rounds: number;
  seconds: number;
  cells: Cell[];
  concurrencies: number[];
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      concurrency: { type: 'string' },
    },
  });
  const concurrencies = (values.concurrency ?? (values.quick ? '64' : '1,16,64,256')).split(',').map(Number);
  const delays = values.quick ? [0] : [0, 50];
  const cells = delays.flatMap((supplierMs) =>
    (['many', 'one'] as const).flatMap((wallets) =>
      concurrencies.map((concurrency) => ({ wallets, supplierMs, concurrency })),
    ),
  );
  return {
    rounds: Number(values.rounds ?? (values.quick ? 1 : 3)),
    seconds: Number(values.seconds ?? 4),
    cells,
    concurrencies,
  };
}

async function prepareEnvironment(
  adminUrl: (database: string) => string,
  sandbox: ChildProcess,
): Promise<Environment> {
  const [message] = (await once(sandbox, 'message')) as [{ port: number }];
  await withClient(adminUrl('postgres'), (client) => client.query(`create database ${TEMPLATE}`));
  await migrate(adminUrl(TEMPLATE), { mode: 'sandbox' });
  await seed(adminUrl(TEMPLATE), createLog('error'), readConfig({}).identity.hashKey);
  const wallets = await makeWallets(adminUrl(TEMPLATE), MANY);
  const backend = await withClient(adminUrl('postgres'), (client) =>
    // Only a living backend has a parent to find.
    client
      .query<{ pid: number }>('select pg_backend_pid() as pid')
      .then(({ rows }) => parentOf(rows[0]?.pid ?? 0)),
  );
  return {
    adminUrl,
    sandboxPort: message.port,
    sandboxPid: sandbox.pid ?? 0,
    wallets,
    postmasterPid: backend,
  };
}

function printSummary(all: Map<Cell, Map<ProgramName, Round>>): void {
  const find = (wallets: Cell['wallets'], concurrency: number) =>
    [...all].find(
      ([cell]) => cell.wallets === wallets && cell.supplierMs === 0 && cell.concurrency === concurrency,
    )?.[1];
  const rate = (results: Map<ProgramName, Round> | undefined, name: ProgramName) =>
    results?.get(name)?.load.perSecond ?? Number.NaN;
  for (const concurrency of new Set([...all.keys()].map((cell) => cell.concurrency))) {
    const many = find('many', concurrency);
    const one = find('one', concurrency);
    const ratios = [
      `many wallets ${(rate(many, 'product') / rate(many, 'baseline')).toFixed(2)}x the baseline`,
      `one wallet ${(rate(one, 'product') / rate(one, 'baseline')).toFixed(2)}x`,
      `one wallet ${(rate(one, 'product') / rate(many, 'product')).toFixed(2)} of many`,
    ];
    console.log(`c=${concurrency}, supplier answering at once: ${ratios.join(', ')}`);
  }
}

export async function benchPurchases(args: string[]): Promise<void> {
  const { rounds, seconds, cells, concurrencies } = readOptions(args);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jara-bench-'));
  const dataDir = path.join(folder, 'postgres');
  const cpu = os.cpus();
  console.log(
    `${cpu.length} cores (${cpu[0]?.model ?? 'unknown'}), Node ${process.version}, ${rounds} rounds of ${seconds} s, median`,
  );
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: true,
    settings: { max_connections: '400' },
    log: () => undefined,
  });
  const sandbox = fork(fileURLToPath(new URL('sandbox.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    const environment = await prepareEnvironment(postgres.adminUrl, sandbox);
    const all = new Map<Cell, Map<ProgramName, Round>>();
    for (const cell of cells) {
      const results = await runCell(environment, cell, rounds, seconds);
      all.set(cell, results);
      printCell(cell, results);
    }
    runPgbench(environment.adminUrl, concurrencies, seconds);
    printSummary(all);
    console.log('The books were verified after the rounds of every program in every cell.');
  } finally {
    sandbox.kill();
    await postgres.stop();
    removeDataDir(dataDir);
    rmSync(folder, { recursive: true, force: true });
  }
}
