/** What suppliers and the bank have in their own lists since a moment, and the books do not. */
import type { ListedPayout, PayoutBank } from '../../outside/banks/banks.ts';
import type { ListedOrder, OrderKind, Supplier } from '../../outside/suppliers/supplier.ts';
import type { Db, Pool } from '../../platform/db.ts';
import { readPages, type ListAnswer } from './read-pages.ts';

/** Something that somebody outside has done, as it is noted for staff. */
export interface Found {
  reference: string;
  recipient: string | null;
  amountKobo: bigint | null;
  at: Date | null;
  words: string | null;
}

export interface Comparison {
  /** How many rows the list had. */
  count: number;
  unknown: Found[];
  /** Payouts that the bank and the books tell differently. */
  differing: bigint[];
}

export type Compared = (Comparison & { outcome: 'told' }) | { outcome: 'unknown'; problem: string };

const orderKinds: readonly OrderKind[] = ['data', 'airtime', 'electricity'];

type ListPage = NonNullable<Supplier['listPage']>;

/** All orders since the moment that were not refused. */
export async function compareOrders(
  db: Db,
  { name, listPage }: { name: string; listPage: ListPage },
  since: Date,
): Promise<Compared> {
  const orders: ListedOrder[] = [];
  for (const kind of orderKinds) {
    const answer = await readOrders(listPage, kind, since);
    if (answer.outcome === 'unknown') return { ...answer, problem: `${kind}: ${answer.problem}` };
    orders.push(...answer.rows.filter((order) => !order.isRefused && !isBefore(order, since)));
  }
  const found = orders.map((order) => ({
    ...order,
    reference: order.reference ?? `${name} ${order.supplierId ?? '?'}`,
  }));
  const known = await knownAttempts(db, name, found);
  const unknown = found.filter(({ reference }) => !known.has(reference));
  return { outcome: 'told', count: found.length, unknown, differing: [] };
}

const readOrders = (listPage: ListPage, kind: OrderKind, since: Date) =>
  readPages<ListedOrder>({
    getPage: (page) => listPage(kind, page),
    nameOf: ({ reference, supplierId, at }) => JSON.stringify([supplierId, reference, at]),
    // One that comes late may have an earlier time than those around it.
    isEnough: (rows) => rows.every((order) => isBefore(order, since)),
  });

/** Without a time it may be of any time. */
const isBefore = ({ at }: ListedOrder, since: Date): boolean => at !== null && at < since;

/** An attempt is known by our reference: that of the purchase, and the number of the attempt behind it. */
async function knownAttempts(
  db: Db,
  supplier: string,
  found: readonly { reference: string }[],
): Promise<Set<string>> {
  const rows = await db.rows<{ reference: string }>(
    `select x as reference from unnest($2::text[]) as l(x)
     join transactions t on t.reference = left(x, 18)
     join purchase_attempts a on a.transaction_id = t.id and a.attempt::text = substr(x, 19) and a.supplier = $1`,
    [supplier, found.map(({ reference }) => reference)],
  );
  return new Set(rows.map(({ reference }) => reference));
}

/**
 * All payouts that the bank has, or may still make. Its list has no times, so it is read until nothing but payouts from before the moment
 * comes, and the last one that the books have as paid was there: only then is the newest first.
 */
export async function comparePayouts(
  pool: Pool,
  { name, listPayouts }: { name: string; listPayouts: NonNullable<PayoutBank['listPayouts']> },
  since: Date,
): Promise<Compared> {
  const newest = await pool.find<{ reference: string }>(
    `select reference from withdrawals where provider = $1 and state = 'delivered' order by sent_at desc limit 1`,
    [name],
  );
  let sawNewest = false;
  const answer: ListAnswer<ListedPayout> = await readPages<ListedPayout>({
    getPage: listPayouts,
    nameOf: ({ reference }) => reference,
    isEnough: async (rows) => {
      sawNewest ||= rows.some(({ reference }) => reference === newest?.reference);
      if (!sawNewest) return false;
      const known = await knownPayouts(pool, name, rows);
      return rows.every(({ reference }) => (known.get(reference)?.sentAt ?? since) < since);
    },
  });
  if (answer.outcome === 'unknown') return answer;
  const known = await knownPayouts(pool, name, answer.rows);
  const differing = answer.rows.flatMap(({ reference, says }) => {
    const payout = known.get(reference);
    return payout !== undefined && isContradicted(payout.state, says) ? [payout.transactionId] : [];
  });
  const unknown = answer.rows
    .filter(({ reference, says }) => says !== 'refused' && !known.has(reference))
    .map(({ accountNumber, accountName, ...payout }) => ({
      ...payout,
      recipient: [accountNumber, accountName].filter((part) => part !== null).join(' ') || null,
      at: null,
      words: `payout: ${payout.words ?? 'without a word'}`,
    }));
  return { outcome: 'told', count: answer.rows.length, unknown, differing };
}

interface KnownPayout {
  transactionId: bigint;
  reference: string;
  state: string;
  /** Null of what was never sent, as far as the books know. */
  sentAt: Date | null;
}

async function knownPayouts(
  db: Db,
  provider: string,
  rows: readonly ListedPayout[],
): Promise<Map<string, KnownPayout>> {
  const known = await db.rows<KnownPayout>(
    `select transaction_id as "transactionId", reference, state, sent_at as "sentAt" from withdrawals
     where provider = $1 and reference = any($2::text[])`,
    [provider, rows.map(({ reference }) => reference)],
  );
  return new Map(known.map((payout) => [payout.reference, payout]));
}

/** What is open is asked about anyway. */
const isContradicted = (state: string, says: ListedPayout['says']): boolean =>
  (says === 'paid' && (state === 'refused' || state === 'reversed' || state === 'held')) ||
  (says === 'refused' && (state === 'delivered' || state === 'delivered_late'));
