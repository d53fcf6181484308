/**
 * `npm run bench -- flood`: how long whoever is signed in waits for the dashboard while a hundred connections log in without end, against
 * the same in quiet, alternating in one run. From one address, with the limits of a live installation; and from everywhere at once, where no
 * limit by address helps and the queue of the hash pool has to. Fails when the dashboard takes three times as long or more. Options:
 * --rounds N, --seconds N, --connections N.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { removeDataDir } from '../../server/src/database/embedded-postgres-files.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded-postgres.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { runLoad, type LoadResult } from '../load.ts';
import { makeWallets, startProgram, withClient, type Wallets } from '../purchases/environment.ts';
import { isTaken, LIMIT, type Flooded } from './verdict.ts';

const DATABASE = 'bench_flood';
/** What a live installation has by default, where the sandbox is generous. */
const live = {
  ANONYMOUS_POSTS_PER_MINUTE: '300',
  CONNECTIONS_PER_ADDRESS: '1000',
  TRUSTED_PROXIES: '127.0.0.1',
};
/** People who look at their dashboards meanwhile, one request after the other. */
const LOOKING = 4;
const WARM_UP_SECONDS = 6;

const floods = [
  { title: 'from one address', isFromEverywhere: false },
  { title: 'from everywhere', isFromEverywhere: true },
] as const;

interface Options {
  rounds: number;
  seconds: number;
  connections: number;
}

const numberOr = (text: string | undefined, otherwise: number): number =>
  text === undefined ? otherwise : Number(text);

function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { rounds: text, seconds: text, connections: text } });
  return {
    rounds: numberOr(values.rounds, 3),
    seconds: numberOr(values.seconds, 10),
    connections: numberOr(values.connections, 100),
  };
}

async function look(port: number, wallets: Wallets, seconds: number): Promise<LoadResult> {
  let turn = 0;
  const result = await runLoad({
    port,
    concurrency: LOOKING,
    durationMs: seconds * 1_000,
    next() {
      turn = (turn + 1) % wallets.count;
      return `GET /api/v1/auth HTTP/1.1\r\nhost: bench\r\nx-auth-token: ${wallets.tokenOf(turn)}\r\n\r\n`;
    },
  });
  const others = [...result.statuses.keys()].filter((status) => status !== 200);
  if (others.length > 0) throw new Error(`the dashboard was answered with ${others.join(', ')}`);
  return result;
}

async function lookUnderFlood(
  port: number,
  wallets: Wallets,
  { seconds, connections }: Options,
  isFromEverywhere: boolean,
): Promise<{ looked: LoadResult; flood: [status: number, count: number][] }> {
  const flooding = fork(fileURLToPath(new URL('flood.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  flooding.send({ port, connections, seconds: seconds + 3, isFromEverywhere });
  // Until it has filled what it fills.
  await sleep(2_000);
  const said = once(flooding, 'message');
  const looked = await look(port, wallets, seconds);
  const [flood] = (await said) as [[number, number][]];
  flooding.disconnect();
  await once(flooding, 'exit');
  return { looked, flood };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

async function compare(port: number, wallets: Wallets, options: Options): Promise<Flooded[]> {
  await look(port, wallets, WARM_UP_SECONDS);
  const results: Flooded[] = [];
  for (const { title, isFromEverywhere } of floods) {
    const rounds: { quiet: number; flooded: number; ratio: number }[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const quiet = (await look(port, wallets, options.seconds)).latencyMs.p95;
      const { looked, flood } = await lookUnderFlood(port, wallets, options, isFromEverywhere);
      const flooded = looked.latencyMs.p95;
      rounds.push({ quiet, flooded, ratio: flooded / quiet });
      const answers = flood.map(([status, count]) => `${count} x ${status}`).join(', ');
      console.log(
        `${title.padEnd(17)} p95 quiet ${quiet.toFixed(1)} ms, flooded ${flooded.toFixed(1)} ms; the flood: ${answers}`,
      );
    }
    const of = (key: 'quiet' | 'flooded' | 'ratio') => median(rounds.map((round) => round[key]));
    console.log(
      `${title}, ${options.connections} connections: the dashboard's p95 is ${of('ratio').toFixed(2)}x its quiet value ` +
        `(${of('quiet').toFixed(1)} -> ${of('flooded').toFixed(1)} ms, medians)`,
    );
    results.push({ title, ratio: of('ratio') });
  }
  return results;
}

export async function benchFlood(args: string[]): Promise<void> {
  const options = readOptions(args);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jara-bench-'));
  const dataDir = path.join(folder, 'postgres');
  console.log(
    `${os.cpus().length} cores, Node ${process.version}, ${options.rounds} rounds of ${options.seconds} s`,
  );
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true, log: () => undefined });
  try {
    await withClient(postgres.adminUrl('postgres'), (client) => client.query(`create database ${DATABASE}`));
    const databaseUrl = postgres.adminUrl(DATABASE);
    await migrate(databaseUrl, { mode: 'sandbox' });
    const wallets = await makeWallets(databaseUrl, 200);
    // Nobody asks a provider anything.
    const program = await startProgram('product', { databaseUrl, sandboxPort: 9, env: live });
    try {
      for (const { title } of (await compare(program.port, wallets, options)).filter(isTaken)) {
        console.error(`${title}: the dashboard has to stay below ${LIMIT}x its quiet value`);
        process.exitCode = 1;
      }
    } finally {
      await program.stop();
    }
  } finally {
    await postgres.stop();
    removeDataDir(dataDir);
    rmSync(folder, { recursive: true, force: true });
  }
}
