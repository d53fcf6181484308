/**
 * A disaster, rehearsed: the shop sells, is backed up while it sells, loses its database altogether, is restored to a moment, and opens
 * again. Gives what does not hold then: rules of the books, of the chain, and deliveries that are neither in the books nor listed.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { JournalView } from '../../../sandbox/src/control/views.ts';
import { removeDataDir } from '../../src/database/embedded-postgres-files.ts';
import { openPool, type Pool } from '../../src/platform/db.ts';
import { buyOnce, makeBuyer, ordersFrom, type Buyer, type Order } from './buyers.ts';
import { explain, moveMoney } from './money-movers.ts';
import { startProcesses, type Processes } from './processes.ts';

export interface RehearsalPlan {
  /** How often all is lost and restored, one after the other. */
  rounds: number;
  /** How many purchases are answered before the moment, and at least after it. */
  purchases: number;
  seed: number;
}

export interface Round {
  /** What does not hold; none when all does. */
  problems: string[];
  /** Answered purchases before the moment, and after it: what is lost. */
  before: number;
  lost: number;
  /** Deliveries in the sandbox's journal, and how many of them the books do not have and the list has. */
  deliveries: number;
  listed: number;
  /** Payouts that the bank's list has and the books do not, and payments and transfers that only a statement has. */
  payouts: number;
  forStatements: number;
  backupMs: number;
  restoreMs: number;
  /** From the start of the server until everybody was asked. */
  askMs: number;
}

const BUYERS = 6;
const AT_ONCE = 8;
const MOST_MS = 180_000;
/** Of each buyer between two purchases: what is lost and listed must not grow with the speed of the machine. */
const DELAY_MS = 50;

const settings = {
  PURCHASE_WAIT_MS: '700',
  PURCHASE_FIRST_CHECK_SECONDS: '1',
  PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '3',
  GLAD_TIMEOUT_MS: '1500',
  ALARO_TIMEOUT_MS: '1500',
  BACKUP_WAL_SECONDS: '1',
};
const timings = { processingMs: 1_000, slowMs: 1_000, webhookRetryMs: 1_000 };

type Say = (line: string) => void;
interface Stage {
  processes: Processes;
  env: Record<string, string>;
  buyers: readonly Buyer[];
  orders: Iterator<Order, never>;
  /** How often money was moved beside the purchases. */
  moves: number;
  say: Say;
}

export async function rehearse(plan: RehearsalPlan, say: Say): Promise<Round[]> {
  const backups = { key: '', folder: '' };
  const processes = await startProcesses((folder) => {
    backups.folder = path.join(folder, 'backups');
    backups.key = path.join(folder, 'backup.key');
    fs.writeFileSync(backups.key, `${'0f'.repeat(32)}\n`, { mode: 0o400 });
    return { ...settings, BACKUP_DIR: backups.folder, BACKUP_KEY_FILE: backups.key };
  }, timings);
  try {
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, (_, number) => makeBuyer(processes.url, number)),
    );
    const env = {
      DATA_DIR: processes.folder,
      BACKUP_DIR: backups.folder,
      BACKUP_KEY_FILE: backups.key,
    };
    const orders = ordersFrom(plan.seed);
    const rounds: Round[] = [];
    const stage = { processes, env, buyers, orders, say, moves: 0 };
    for (let number = 1; number <= plan.rounds; number += 1) {
      say(`round ${number}`);
      rounds.push(await runRound(stage, plan.purchases));
    }
    return rounds;
  } finally {
    await processes.stop();
  }
}

async function runRound(stage: Stage, purchases: number): Promise<Round> {
  const { processes, env, say } = stage;
  const load = beginLoad(stage);
  const [mover] = stage.buyers;
  if (mover === undefined) throw new Error('nobody moves money');
  stage.moves += 1;
  await moveMoney(processes, mover, stage.moves);
  await until(() => load.answered() >= purchases / 2, 'purchases');
  const backupMs = await tool(stage, 'server/src/backup.ts', []);
  await until(() => load.answered() >= purchases, 'purchases');
  const [moment, before] = [await databaseTime(processes), load.answered()];
  say(`the moment is ${moment.toISOString()}, after ${before} answers`);
  stage.moves += 1;
  await moveMoney(processes, mover, stage.moves);
  await until(() => load.answered() >= 2 * purchases && hasArchived(env, moment), 'the archive');
  const lost = load.answered() - before;
  say(`everything is lost after ${load.answered()} answers`);
  await processes.killServer();
  await load.end();
  removeDataDir(path.join(processes.folder, 'postgres'));

  const restoreMs = await tool(stage, 'server/src/restore.ts', ['--until', moment.toISOString()]);
  await tool(stage, 'server/src/books.ts', ['--verify-chain']);
  const startedMs = performance.now();
  await processes.startServer();
  const problems: string[] = [];
  if ((await buyNext(stage)) !== 503) problems.push('the shop sells before everybody was asked');
  const pool = openPool({
    url: processes.databaseUrl(),
    size: 2,
    role: null,
    log: pino({ level: 'silent' }),
  });
  try {
    const { breaks, ...compared } = await converge(pool, processes);
    const askMs = performance.now() - startedMs;
    problems.push(...breaks);
    await openShop(stage, pool);
    await until(async () => (await buyNext(stage)) !== 503, 'the shop');
    await tool(stage, 'server/src/books.ts', ['--verify-chain']);
    await tool(stage, 'server/src/backup.ts', ['--verify']);
    return { problems, before, lost, ...compared, backupMs, restoreMs, askMs };
  } finally {
    await pool.close();
  }
}

/** Buyers who go on until they are told to stop, whatever they are answered. */
function beginLoad(stage: Stage) {
  let begun = 0;
  let answered = 0;
  let isOver = false;
  const worker = async (): Promise<void> => {
    while (!isOver) {
      const answer = await buyNext(stage, begun++);
      await sleep(DELAY_MS);
      if (answer !== null && answer < 500) answered += 1;
    }
  };
  const workers = Promise.all(Array.from({ length: AT_ONCE }, worker));
  return {
    answered: () => answered,
    async end() {
      isOver = true;
      await workers;
    },
  };
}

/** Gives the status, or null without an answer. */
async function buyNext({ processes, buyers, orders }: Stage, turn = 0): Promise<number | null> {
  const buyer = buyers[turn % buyers.length];
  if (buyer === undefined) throw new Error('nobody buys');
  return buyOnce(processes.url, buyer, orders.next().value);
}

/** Runs one of the programs as an operator does, and gives how long it took. Throws what it said when it fails. */
async function tool({ env, say }: Stage, file: string, args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: path.join(import.meta.dirname, '../../..'),
    env: { ...process.env, MODE: 'sandbox', ...env },
  });
  let text = '';
  const note = (chunk: Buffer): void => void (text += chunk.toString());
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${text}`);
  const ms = performance.now() - startedMs;
  say(`${file} ${args.join(' ')}: ${(ms / 1_000).toFixed(1)} s`);
  return ms;
}

async function inDatabase<Result>(
  processes: Processes,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = openPool({
    url: processes.databaseUrl(),
    size: 1,
    role: null,
    log: pino({ level: 'silent' }),
  });
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

const databaseTime = (processes: Processes): Promise<Date> =>
  inDatabase(processes, async (pool) => (await pool.get<{ at: Date }>('select clock_timestamp() as at')).at);

/** A segment that was finished after the moment has what was committed until then. */
function hasArchived(env: Record<string, string>, moment: Date): boolean {
  const folder = path.join(env['BACKUP_DIR'] ?? '', 'wal');
  const later = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.jara') && fs.statSync(path.join(folder, name)).mtime > moment);
  return later.length > 1;
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadlineMs = performance.now() + MOST_MS;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`waited too long for ${what}`);
    await sleep(50);
  }
}

interface Compared extends Pick<Round, 'deliveries' | 'listed' | 'payouts' | 'forStatements'> {
  breaks: string[];
}

/** Waits until every list was read and the story is one, or gives what keeps them apart. */
async function converge(pool: Pool, processes: Processes): Promise<Compared> {
  const deadlineMs = performance.now() + MOST_MS;
  for (;;) {
    const compared = await compare(pool, processes);
    if (compared.breaks.length === 0 || performance.now() > deadlineMs) return compared;
    await sleep(500);
  }
}

async function compare(pool: Pool, processes: Processes): Promise<Compared> {
  const response = await fetch(`${processes.sandboxUrl}/control/journal`);
  const journal = (await response.json()) as JournalView; // its own view
  const items = await pool.rows<{ name: string; kind: string; isOpen: boolean }>(
    `select provider || ' ' || reference as name, kind, decided_at is null as "isOpen" from recovery_items`,
  );
  const { breaks, deliveries: listed, payouts, forStatements } = await explain(pool, journal, items);
  const pending = await pool.rows<{ reference: string }>(
    `select reference from transactions where status = 'pending' and type in ('data', 'airtime', 'withdraw')`,
  );
  breaks.push(...pending.map(({ reference }) => `${reference} is still open`));
  const unasked = items.filter(({ kind, isOpen }) => kind === 'question' && isOpen);
  breaks.push(...unasked.map(({ name }) => `${name}: was not asked`));
  if (items.length === 0) breaks.push('nobody was asked');
  return { deliveries: journal.deliveries.length, listed, payouts, forStatements, breaks };
}

async function openShop(stage: Stage, pool: Pool): Promise<void> {
  const admin = (...args: string[]): Promise<number> => tool(stage, 'server/src/admin.ts', args);
  const statements = await pool.rows<{ id: bigint }>(
    `select id from recovery_items where kind = 'statement' and decided_at is null`,
  );
  for (const { id } of statements) await admin('decide-item', '--item', String(id), '--reason', 'compared');
  await admin('open-shop', '--reason', 'everything was compared');
}
