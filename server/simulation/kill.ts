/**
 * Purchases under a server that is killed again and again, or under a database that is. Gives what the end of it looks like, for the
 * caller to judge: where books and journal differ, what stays open, and what buyers were told.
 */
import pino from 'pino';
import type { JournalView } from '../../sandbox/src/control/views.ts';
import { audit } from '../src/ledger/audit.ts';
import { openPool, type Pool } from '../src/platform/db.ts';
import { journalBreaks } from '../test/journal.ts';
import { buyUntilAnswered, makeBuyer, ordersFrom, type Answer, type Buyer, type Order } from './buyers.ts';
import { startProcesses, type Processes } from './processes.ts';

export interface Plan {
  purchases: number;
  kills: number;
  victim: 'server' | 'database';
  /** Which purchases meet which outcome. The moments of the kills depend on the machine, too. */
  seed: number;
}

export interface Outcome {
  /** Rules of the books that do not hold. */
  books: string[];
  /** Where the sandbox's journal and the books tell different stories. */
  differences: string[];
  /** Purchases that the suppliers have decided and that are still open. */
  open: string[];
  /** Requests that did not become exactly the purchase that their answer named. */
  misled: string[];
  /** How many lines of purchases there are. */
  purchases: number;
  deliveries: number;
  /** How many requests got which status. */
  statuses: Record<number, number>;
}

const BUYERS = 8;
const AT_ONCE = 16;
/** Beyond this, what is not told the same on both sides never will be: claims of a killed process last 60 s, twice on the way. */
const CONVERGENCE_MS = 210_000;
/** As decided by no supplier: processing for ever. */
const UNDECIDED = '0009';

const settings = {
  PURCHASE_WAIT_MS: '700',
  PURCHASE_FIRST_CHECK_SECONDS: '1',
  PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '3',
  // All that was delivered is asked about within the time that convergence has.
  RETURN_CHECKS_PER_MINUTE: '6000',
  GLAD_TIMEOUT_MS: '1500',
  ALARO_TIMEOUT_MS: '1500',
};
const timings = { processingMs: 2_000, slowMs: 1_000, reversalMs: 3_000, webhookRetryMs: 1_000 };

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** `say` hears how it goes. */
export async function runKills(plan: Plan, say: (line: string) => void): Promise<Outcome> {
  const processes = await startProcesses(settings, timings);
  try {
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, (_, number) => makeBuyer(processes.url, number)),
    );
    const orders = ordersFrom(plan.seed, plan.purchases);
    const answers = await buyAll(processes, buyers, orders, plan, say);
    const pool = openPool({
      url: processes.databaseUrl(),
      size: 2,
      role: null,
      log: pino({ level: 'silent' }),
    });
    try {
      const { journal, open } = await converge(pool, processes, say);
      return await conclude(pool, journal, open, orders, answers);
    } finally {
      await pool.close();
    }
  } finally {
    await processes.stop();
  }
}

/** Sends all requests, some at once, with the kills spread over them. */
async function buyAll(
  processes: Processes,
  buyers: readonly Buyer[],
  orders: readonly Order[],
  { kills, victim }: Plan,
  say: (line: string) => void,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const queue = orders.map((order, index) => ({ order, buyer: buyers[index % buyers.length] }));
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (next.buyer === undefined) throw new Error('no buyers');
      answers.set(next.order.key, await buyUntilAnswered(processes.url, next.buyer, next.order));
    }
  };
  const nemesis = async (): Promise<void> => {
    for (let turn = 1; turn <= kills; turn += 1) {
      const due = (orders.length * turn) / (kills + 1);
      while (answers.size < due) await delay(5);
      say(`kill ${turn} of the ${victim} after ${answers.size} answers`);
      await (victim === 'server' ? processes.killServer() : processes.killDatabase());
    }
  };
  await Promise.all([...Array.from({ length: AT_ONCE }, worker), nemesis()]);
  return answers;
}

/** Waits until only what suppliers will never decide is open and both sides tell the same, or until that will not happen any more. */
async function converge(
  pool: Pool,
  processes: Processes,
  say: (line: string) => void,
): Promise<{ journal: JournalView; open: string[] }> {
  const startedMs = performance.now();
  for (;;) {
    const journal = (await (await fetch(`${processes.sandboxUrl}/control/journal`)).json()) as JournalView; // its own view
    const waits = journal.deliveries.some(
      ({ recipient, reversedAt }) => recipient.endsWith('0011') && reversedAt === undefined,
    );
    const open = await openPurchases(pool);
    const breaks = await journalBreaks(pool, journal.deliveries);
    const elapsedMs = performance.now() - startedMs;
    if ((open.length === 0 && breaks.length === 0 && !waits) || elapsedMs > CONVERGENCE_MS) {
      say(`one story ${Math.round(elapsedMs / 1_000)} s after the last answer, or none`);
      return { journal, open };
    }
    await delay(500);
  }
}

async function openPurchases(pool: Pool): Promise<string[]> {
  const rows = await pool.rows<{ what: string }>(
    `select t.recipient || ' ' || string_agg(a.supplier || ' ' || a.state || ' checked ' || a.checks || ' times, next '
       || coalesce(to_char(a.next_check_at - now(), 'MI:SS'), 'never'), '; ' order by a.attempt) as what
     from transactions t join purchase_attempts a on a.transaction_id = t.id
     where t.status = 'pending' and t.recipient not like '%' || $1 group by t.id`,
    [UNDECIDED],
  );
  return rows.map(({ what }) => what);
}

async function conclude(
  pool: Pool,
  journal: JournalView,
  open: string[],
  orders: readonly Order[],
  answers: Map<string, Answer>,
): Promise<Outcome> {
  const results = await audit(pool);
  const keys = await pool.rows<{ key: string; id: bigint }>(
    'select key, transaction_id as id from idempotency_keys where key = any($1)',
    [orders.map(({ key }) => key)],
  );
  const byKey = new Map(keys.map(({ key, id }) => [key, String(id)]));
  const misled = orders.flatMap(({ key, phone }) => {
    const [answer, made] = [answers.get(key), byKey.get(key)];
    if (answer?.transactionId !== undefined && answer.transactionId === made) return [];
    return [`${phone}: told ${answer?.transactionId} with ${answer?.status}, made ${made}`];
  });
  const purchases = await pool.get<{ count: bigint }>(
    `select count(*) from transactions where type in ('airtime', 'data')`,
  );
  const statuses: Record<number, number> = {};
  for (const { status } of answers.values()) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    books: results.flatMap(({ rule, statement, breaks }) =>
      breaks.map((broken) => `${rule} ${statement}: ${broken}`),
    ),
    differences: await journalBreaks(pool, journal.deliveries),
    open,
    misled,
    purchases: Number(purchases.count),
    deliveries: journal.deliveries.length,
    statuses,
  };
}
