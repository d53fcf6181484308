/**
 * `npm run bench -- purchases`: this program against the same program with purchases written the ordinary way, over HTTP, alternating,
 * with load, sandbox and database on the same machine; and pgbench's TPC-B on the same server, where pgbench is installed.
 * Options: --quick (fewer cells, shorter rounds), --rounds N, --seconds N, --concurrency 1,64, --before DIR (also against the program of
 * another checkout), --no-baseline.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { removeDataDir } from '../../server/src/database/embedded-postgres-files.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded-postgres.ts';
import { cpuMs, parentOf } from '../cpu.ts';
import { runLoad } from '../load.ts';
import { contestants, type Contestant } from './contestants.ts';
import { printCell, printSummary, type Cell, type Measured, type Round } from './print.ts';
import { withClient, type RunningProgram, type Wallets } from './environment.ts';
import { runPgbench } from './pgbench.ts';

interface Environment {
  adminUrl(database: string): string;
  postmasterPid: number;
  sandboxPort: number;
  sandboxPid: number;
  wallets: Wallets;
  contestants: Contestant[];
}

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
async function verify(contestant: Contestant, url: string, rounds: Round[]): Promise<void> {
  const answered = rounds.reduce((sum, { load }) => sum + load.requests, 0);
  const delivered = rounds.reduce((sum, { load }) => sum + (load.statuses.get(200) ?? 0), 0);
  if (answered !== delivered) {
    throw new Error(
      `not every purchase was delivered: ${JSON.stringify(rounds.map(({ load }) => [...load.statuses]))}`,
    );
  }
  await contestant.proveBooks(url);
  const booked = await withClient(url, (client) =>
    client
      .query<{ count: string }>(`select count(*) from postings where code = 'purchase.deliver'`)
      .then(({ rows }) => Number(rows[0]?.count)),
  );
  if (booked !== answered) throw new Error(`${answered} answered, ${booked} in the books`);
}

async function runCell(
  environment: Environment,
  cell: Cell,
  rounds: number,
  seconds: number,
): Promise<Map<string, Measured>> {
  const running = new Map<Contestant, { program: RunningProgram; results: Round[] }>();
  const urlOf = ({ name }: Contestant) => environment.adminUrl(`bench_${name}`);
  for (const contestant of environment.contestants) {
    await withClient(environment.adminUrl('postgres'), async (client) => {
      await client.query(`drop database if exists bench_${contestant.name} with (force)`);
      await client.query(`create database bench_${contestant.name} template ${contestant.template}`);
    });
    const settings = { databaseUrl: urlOf(contestant), sandboxPort: environment.sandboxPort };
    running.set(contestant, { program: await contestant.start(settings), results: [] });
  }
  try {
    for (let round = 0; round <= rounds; round += 1) {
      // There and back: who comes first in each round would always follow the same one.
      const inTurn = round % 2 === 0 ? [...running.values()] : [...running.values()].toReversed();
      for (const { program, results } of inTurn) {
        results.push(await measure(environment, program, cell, round === 0 ? WARM_UP_SECONDS : seconds));
      }
    }
    for (const [contestant, { results }] of running) await verify(contestant, urlOf(contestant), results);
  } finally {
    for (const { program } of running.values()) await program.stop();
  }
  const warm = new Map([...running].map(([{ name }, { results }]) => [name, results.slice(1)]));
  const product = warm.get('product') ?? [];
  return new Map(
    [...warm].map(([name, results]) => [name, { ...median(results), ratio: ratioOf(product, results) }]),
  );
}

/** Round by round, since a machine is now faster, now slower: the median of how much faster the product was than its neighbour in time. */
function ratioOf(product: Round[], other: Round[]): number {
  const ratios = product.map(
    ({ load }, round) => load.perSecond / (other[round]?.load.perSecond ?? Number.NaN),
  );
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN;
}

function median(rounds: Round[]): Round {
  const sorted = rounds.toSorted((a, b) => a.load.perSecond - b.load.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('no round was measured');
  return middle;
}

interface Options {
  rounds: number;
  seconds: number;
  cells: Cell[];
  concurrencies: number[];
  before: string | undefined;
  baseline: boolean;
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      concurrency: { type: 'string' },
      before: { type: 'string' },
      'no-baseline': { type: 'boolean', default: false },
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
    before: values.before,
    baseline: !values['no-baseline'],
  };
}

async function prepareEnvironment(
  adminUrl: (database: string) => string,
  sandbox: ChildProcess,
  measured: Contestant[],
): Promise<Environment> {
  const [message] = (await once(sandbox, 'message')) as [{ port: number }];
  // The wallets and their sessions are the same in all templates.
  let wallets: Wallets | undefined;
  for (const { template, prepare } of new Map(measured.map((one) => [one.template, one])).values()) {
    await withClient(adminUrl('postgres'), (client) => client.query(`create database ${template}`));
    wallets = await prepare(adminUrl(template), MANY);
  }
  if (wallets === undefined) throw new Error('nothing is to be measured');
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
    contestants: measured,
    postmasterPid: backend,
  };
}

export async function benchPurchases(args: string[]): Promise<void> {
  const { rounds, seconds, cells, concurrencies, before, baseline } = readOptions(args);
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
    const environment = await prepareEnvironment(
      postgres.adminUrl,
      sandbox,
      await contestants(before, baseline),
    );
    const all = new Map<Cell, Map<string, Measured>>();
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
