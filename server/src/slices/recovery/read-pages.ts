/**
 * Reads a provider's own list, newest first and page by page, within bounds. While it is read, what is new pushes older rows onto later
 * pages: a row may then come twice, and none is missed. A page that fails in the middle is asked for again; a list that does not come to an end, or
 * not forward, says nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** One page of a list. */
export type Page<Row> =
  { outcome: 'told'; rows: Row[]; isLast: boolean } | { outcome: 'unknown'; problem: string };

export type ListAnswer<Row> = { outcome: 'told'; rows: Row[] } | { outcome: 'unknown'; problem: string };

export interface ListOptions<Row> {
  /** From 1. Never throws. */
  getPage(page: number): Promise<Page<Row>>;
  /** What tells one row from another. */
  nameOf(row: Row): string;
  /** Whether nothing behind this page is wanted. */
  isEnough(rows: readonly Row[]): boolean | Promise<boolean>;
  bounds?: Partial<typeof usualBounds>;
}

const usualBounds = {
  pages: 2_000,
  totalMs: 300_000,
  /** Before a page that failed is asked for again: a provider that has had too many questions wants time. */
  delaysMs: [1_000, 3_000, 10_000, 30_000] as readonly number[],
};

export async function readPages<Row>(options: ListOptions<Row>): Promise<ListAnswer<Row>> {
  const { getPage, nameOf, isEnough } = options;
  const { pages, totalMs, delaysMs } = { ...usualBounds, ...options.bounds };
  const deadline = performance.now() + totalMs;
  const rows = new Map<string, Row>();
  const failures: string[] = [];
  for (let page = 1; page <= pages;) {
    const answer = await getPage(page);
    const known = rows.size;
    // Nothing was read yet: whoever asks comes back later.
    if (answer.outcome === 'unknown' && known === 0) return answer;
    if (answer.outcome === 'told') {
      for (const row of answer.rows) rows.set(nameOf(row), row);
      if (answer.isLast || (await isEnough(answer.rows)))
        return { outcome: 'told', rows: [...rows.values()] };
    }
    if (rows.size > known) {
      page += 1;
      failures.length = 0;
    } else {
      // Nothing new on a whole page: as much was added meanwhile, or it is the same page again.
      failures.push(answer.outcome === 'told' ? 'it gives the same page again' : answer.problem);
      if (answer.outcome === 'told') page += 1;
    }
    const delayMs = failures.length === 0 ? 0 : delaysMs[failures.length - 1];
    if (delayMs === undefined || performance.now() + delayMs > deadline)
      return { outcome: 'unknown', problem: failures.at(-1) ?? 'it has no end' };
    if (delayMs > 0) await delay(delayMs);
  }
  return { outcome: 'unknown', problem: 'it has no end' };
}
