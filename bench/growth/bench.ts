/**
 * `npm run bench -- growth --rows 10000000`: how long each read takes in books with that many sales, against books with a thousand, in one
 * run and alternating. Options: --rows N, --users N (a tenth of the rows), --repeats N. Says which reads are over their limit.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../server/src/config/config.ts';
import { removeDataDir } from '../../server/src/database/embedded-postgres-files.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded-postgres.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { seed } from '../../server/src/seed/seed.ts';
import { startProgram, withClient, type RunningProgram } from '../purchases/environment.ts';
import { growBooks } from './books.ts';
import { readsFor, type Read } from './reads.ts';
import { growRows } from './rows.ts';
import { openSessions, type Tokens } from './sessions.ts';

const FEW = { sales: 1_000, users: 100 };
const WARM_UPS = 2;

interface Shop {
  program: RunningProgram;
  tokens: Tokens;
  reads: Read[];
}

interface Timed {
  p50: number;
  p95: number;
  status: number;
}

async function openShop(url: string, size: { sales: number; users: number }): Promise<Shop> {
  await migrate(url, { mode: 'sandbox' });
  await seed(url, createLog('error'), readConfig({}).identity.hashKey);
  return withClient(url, async (client) => {
    const startedAt = performance.now();
    const grown = await growBooks(client, size, (done) => {
      if (done % 1_000_000 === 0) console.log(`${done} sales after ${secondsSince(startedAt)} s`);
    });
    await growRows(client, grown);
    const { tokens, customer } = await openSessions(client, grown.largestUserId);
    console.log(`${size.sales} sales of ${size.users} users written in ${secondsSince(startedAt)} s`);
    const program = await startProgram('product', { databaseUrl: url, sandboxPort: 1 });
    return { program, tokens, reads: readsFor(customer) };
  });
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1_000);

async function time(
  { program, tokens }: Shop,
  { whose, path: address, body }: Read,
  repeats: number,
): Promise<Timed> {
  const times: number[] = [];
  let status = 200;
  for (let turn = -WARM_UPS; turn < repeats; turn += 1) {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${program.port}/api/v1${address}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-auth-token': tokens[whose],
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (turn >= 0) times.push(performance.now() - startedAt);
    if (!response.ok) ({ status } = response);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), status };
}

async function compare(few: Shop, many: Shop, repeats: number): Promise<void> {
  let over = 0;
  for (const [index, read] of many.reads.entries()) {
    const inFew = await time(few, few.reads[index] ?? read, repeats);
    const inMany = await time(many, read, repeats);
    const isOver = inMany.p95 > read.limitMs || inMany.status >= 500;
    over += Number(isOver);
    console.log(
      [
        isOver ? 'OVER' : '    ',
        `p95 ${inMany.p95.toFixed(1)} ms`.padStart(14),
        `p50 ${inMany.p50.toFixed(1)}`.padStart(11),
        `limit ${read.limitMs}`.padStart(10),
        `${(inMany.p50 / inFew.p50).toFixed(1)}x`.padStart(8),
        inMany.status === 200 ? '   ' : inMany.status,
        read.whose.padEnd(8),
        read.path,
        ...(read.body === undefined ? [] : [JSON.stringify(read.body)]),
      ].join(' '),
    );
  }
  console.log(`${over} of ${many.reads.length} reads are over their limit.`);
}

export async function benchGrowth(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { rows: text, users: text, repeats: text } });
  const sales = Number(values.rows ?? 1_000_000);
  const users = Number(values.users ?? Math.ceil(sales / 10));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jara-growth-'));
  const dataDir = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: true,
    settings: { max_connections: '100', max_wal_size: '8GB' },
    log: () => undefined,
  });
  const shops: Shop[] = [];
  try {
    for (const [name, size] of [
      ['growth_few', FEW],
      ['growth_many', { sales, users }],
    ] as const) {
      await withClient(postgres.adminUrl('postgres'), (client) => client.query(`create database ${name}`));
      shops.push(await openShop(postgres.adminUrl(name), size));
    }
    const [few, many] = shops;
    if (few !== undefined && many !== undefined) await compare(few, many, Number(values.repeats ?? 20));
  } finally {
    for (const { program } of shops) await program.stop();
    await postgres.stop();
    removeDataDir(dataDir);
    rmSync(folder, { recursive: true, force: true });
  }
}
