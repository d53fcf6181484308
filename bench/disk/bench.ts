/**
 * `npm run bench -- disk`: how much room a purchase takes in the database, by table with its indexes, before and after what suppliers said went
 * into the archive: of the first purchases, of as many that come when their room is free again, and of all packed tight. Options: --purchases N.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '../../server/src/config/config.ts';
import { removeDataDir } from '../../server/src/database/embedded-postgres-files.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded-postgres.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { sealRows } from '../../server/src/ledger/chain/seals.ts';
import { sumUpTransactions } from '../../server/src/ledger/sums/sum-up.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { openPool, type Pool } from '../../server/src/platform/db.ts';
import { seed } from '../../server/src/seed/seed.ts';
import { archiveDue } from '../../server/src/slices/archive/archive-due.ts';
import { runLoad } from '../load.ts';
import { makeWallets, startProgram, withClient, type Wallets } from '../purchases/environment.ts';

const WALLETS = 500;

type Sizes = Map<string, number>;

const sizesOf = (url: string): Promise<Sizes> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  });

async function buy(port: number, wallets: Wallets, purchases: number): Promise<number> {
  let bought = 0;
  const next = (): string => {
    bought += 1;
    // The last four digits stay clear of the sandbox's special numbers.
    const recipient = `080${String(bought % 10_000).padStart(4, '0')}${4_000 + (Math.trunc(bought / 10_000) % 5_000)}`;
    const body = `{"network":1,"mobile_number":"${recipient}","amount":100}`;
    return (
      `POST /api/v1/buy/airtime HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nx-auth-token: ${wallets.tokenOf(bought % WALLETS)}\r\n` +
      `idempotency-key: ${randomUUID()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    );
  };
  let answered = 0;
  while (answered < purchases) {
    const { statuses } = await runLoad({ port, concurrency: 16, durationMs: 500, next });
    answered += statuses.get(200) ?? 0;
    if ([...statuses.keys()].some((status) => status !== 200))
      throw new Error(`not every purchase was delivered: ${JSON.stringify([...statuses])}`);
  }
  return answered;
}

const vacuum = (url: string, how: 'vacuum' | 'vacuum full'): Promise<unknown> =>
  withClient(url, (client) => client.query(`${how} analyze`.replace('full analyze', '(full, analyze)')));

async function runJobs(pool: Pool): Promise<void> {
  while (await sealRows(pool));
  while (await sumUpTransactions(pool));
}

/** As if the purchases so far had been made a hundred days ago, and nobody asks about them any more. */
const age = (url: string): Promise<unknown> =>
  withClient(url, (client) =>
    client.query(
      `update purchase_attempts set sent_at = sent_at - interval '100 days', answered_at = answered_at - interval '100 days', return_check_at = null`,
    ),
  );

function print(columns: readonly { name: string; sizes: Sizes; before: Sizes; purchases: number }[]): void {
  const perPurchase = columns.map(
    ({ sizes, before, purchases }) =>
      new Map([...sizes].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / purchases])),
  );
  const names = [...(perPurchase[0]?.keys() ?? [])].filter(
    (name) =>
      // Those that a purchase writes to.
      Math.abs(perPurchase[0]?.get(name) ?? 0) >= 5,
  );
  const line = (name: string, cells: readonly string[]) =>
    console.log(`${name.padEnd(22)}${cells.map((cell) => cell.padStart(26)).join('')}`);
  line(
    'bytes per purchase',
    columns.map(({ name }) => name),
  );
  for (const name of names.toSorted((a, b) => (perPurchase[0]?.get(b) ?? 0) - (perPurchase[0]?.get(a) ?? 0)))
    line(
      name,
      perPurchase.map((sizes) => Math.round(sizes.get(name) ?? 0).toString()),
    );
  line(
    'all',
    perPurchase.map((sizes) => Math.round([...sizes.values()].reduce((sum, one) => sum + one, 0)).toString()),
  );
}

async function measure(url: string, folder: string, sandboxPort: number, purchases: number): Promise<void> {
  const config = readConfig({ ARCHIVE_DIR: path.join(folder, 'archive') });
  const log = createLog('error');
  await migrate(url, { mode: 'sandbox' });
  await seed(url, log, config.identity.hashKey);
  const wallets = await makeWallets(url, WALLETS);
  const program = await startProgram('product', { databaseUrl: url, sandboxPort });
  const pool = openPool({ url, size: 4, role: 'jara_app', log });
  try {
    await vacuum(url, 'vacuum full');
    const empty = await sizesOf(url);
    const first = await buy(program.port, wallets, purchases);
    await runJobs(pool);
    await vacuum(url, 'vacuum');
    const bought = await sizesOf(url);
    await age(url);
    // Without what the ageing itself has left.
    await vacuum(url, 'vacuum full');
    const aged = await sizesOf(url);
    while (await archiveDue({ pool, config, log }, 'supplier_answers'));
    await vacuum(url, 'vacuum');
    const archived = await sizesOf(url);
    const second = await buy(program.port, wallets, purchases);
    await runJobs(pool);
    await vacuum(url, 'vacuum');
    const again = await sizesOf(url);
    await age(url);
    await withClient(url, (client) =>
      client.query(`update purchase_attempts set sent_at = sent_at - interval '100 days'`),
    );
    while (await archiveDue({ pool, config, log }, 'supplier_answers'));
    await vacuum(url, 'vacuum full');
    const tight = await sizesOf(url);
    print([
      { name: 'bought', sizes: bought, before: empty, purchases: first },
      { name: 'the same, tight', sizes: aged, before: empty, purchases: first },
      { name: 'bought after that', sizes: again, before: archived, purchases: second },
      { name: 'all archived, tight', sizes: tight, before: empty, purchases: first + second },
    ]);
    const { rows, bytes } = await pool.get<{ rows: bigint; bytes: bigint }>(
      'select sum(row_count)::bigint as rows, sum(bytes)::bigint as bytes from archive_files',
    );
    console.log(`In the archive: ${rows} answers, ${(Number(bytes) / Number(rows)).toFixed(0)} bytes each.`);
  } finally {
    await pool.close();
    await program.stop();
  }
}

export async function benchDisk(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { purchases: { type: 'string', default: '5000' } } });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jara-bench-'));
  const dataDir = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  const sandbox = fork(fileURLToPath(new URL('../purchases/sandbox.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    const [message] = (await once(sandbox, 'message')) as [{ port: number }];
    await measure(postgres.url, folder, message.port, Number(values.purchases));
  } finally {
    sandbox.kill();
    await postgres.stop();
    removeDataDir(dataDir);
    rmSync(folder, { recursive: true, force: true });
  }
}
