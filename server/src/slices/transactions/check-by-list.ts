/**
 * Answers many questions by a few pages of a provider's own list. A row may only say that nothing has changed: what it has otherwise, and
 * what no page shows, is left for a question of its own. Where in the list something stands is reckoned from the books, and put right by
 * what a page shows; a page that does not pay ends it.
 */

/** With fewer that are due, a page is hardly cheaper than questions. */
export const LEAST_FOR_A_LIST = 10;
/** What a page has to answer, so that the next one is asked for. */
const LEAST_ON_A_PAGE = 2;
/** Pages, one after the other, that do not pay: the first of them shows where the next one should be. */
const MOST_MISSES = 3;
/** Until a page shows another one. */
const USUAL_PAGE_SIZE = 50;

export interface OwnList<Due, Listed> {
  /** Takes one question of what the provider may be asked. */
  mayAsk(): Promise<boolean>;
  getPage(
    page: number,
  ): Promise<
    { outcome: 'told'; rows: readonly Listed[]; isLast: boolean } | { outcome: 'unknown'; problem: string }
  >;
  referenceOf(listed: Listed): string | null;
  /** How many the books have that are newer; null for what they do not have. */
  findPosition(reference: string): Promise<number | null>;
  /** Settles what the row says, if that is nothing new. Gives whether it was. */
  settle(due: Due, listed: Listed): Promise<boolean>;
}

export interface CheckedByList<Due> {
  answered: number;
  /** A row says something else of them. */
  differing: Due[];
  /** No page shows them, or no page came. */
  rest: Due[];
  /** The provider may not be asked more often for now. */
  later: Due[];
}

/**
 * When what is left is due: before everything else, so that it is asked about next, and so early that no list is read for it again
 * (`NOT_BY_LIST`). What waits for its turn is due as it was.
 */
export const DUE = { differing: 'to_timestamp(0)', rest: 'to_timestamp(1)', later: 'now()' } as const;
export const NOT_BY_LIST = DUE.rest;

/** `due` by our references, newest first. */
export async function checkByList<Due, Listed>(
  due: ReadonlyMap<string, Due>,
  list: OwnList<Due, Listed>,
): Promise<CheckedByList<Due>> {
  const open = new Map(due);
  const result: CheckedByList<Due> = { answered: 0, differing: [], rest: [], later: [] };
  const read = new Set<number>();
  let size = USUAL_PAGE_SIZE;
  let drift: Drift = { by: 0, at: 0 };
  let misses = 0;
  while (open.size >= LEAST_ON_A_PAGE && misses < MOST_MISSES) {
    const [target = ''] = open.keys();
    const position = await list.findPosition(target);
    const number = Math.max(0, Math.floor(placeOf(position ?? 0, drift, size) / size));
    if (position === null || read.has(number)) {
      setAside([target], open, result);
      continue;
    }
    if (!(await list.mayAsk())) {
      result.later.push(...open.values());
      return result;
    }
    const page = await list.getPage(number + 1);
    if (page.outcome === 'unknown') break;
    read.add(number);
    const hits = await settleShown(page.rows, open, list, result);
    misses = hits.length < LEAST_ON_A_PAGE ? misses + 1 : 0;
    if (!page.isLast && page.rows.length < size && (number === 0 || hits.length === 0)) {
      size = Math.max(1, page.rows.length);
      read.clear();
    }
    setAside(between(hits, [...due.keys()]), open, result);
    drift = (await findDrift(page.rows, number * size, hits, list)) ?? drift;
  }
  result.rest.push(...open.values());
  return result;
}

/** Gives the references that the rows have answered, or told otherwise. */
async function settleShown<Due, Listed>(
  rows: readonly Listed[],
  open: Map<string, Due>,
  list: OwnList<Due, Listed>,
  result: CheckedByList<Due>,
): Promise<string[]> {
  const hits: string[] = [];
  for (const listed of rows) {
    const reference = list.referenceOf(listed);
    const due = reference === null ? undefined : open.get(reference);
    if (reference === null || due === undefined) continue;
    open.delete(reference);
    hits.push(reference);
    if (await list.settle(due, listed)) result.answered += 1;
    else result.differing.push(due);
  }
  return hits;
}

/** What a page should have shown: it stands between two that are on it. */
function between(hits: readonly string[], order: readonly string[]): string[] {
  const places = hits.map((reference) => order.indexOf(reference));
  return hits.length === 0 ? [] : order.slice(Math.min(...places), Math.max(...places));
}

function setAside<Due>(
  references: readonly string[],
  open: Map<string, Due>,
  { rest }: CheckedByList<Due>,
): void {
  for (const reference of references) {
    const due = open.get(reference);
    if (due !== undefined) rest.push(due);
    open.delete(reference);
  }
}

/** How much further back the list has what the books have at a place: others order there too, and not everything is listed. */
interface Drift {
  by: number;
  at: number;
}

/** It grows with the distance, which a place on the first page says nothing about. */
const placeOf = (position: number, { by, at }: Drift, size: number): number =>
  position + by * (at < size ? 1 : position / at);

async function findDrift<Due, Listed>(
  rows: readonly Listed[],
  first: number,
  [hit]: readonly string[],
  list: OwnList<Due, Listed>,
): Promise<Drift | null> {
  const references = rows.map((listed) => list.referenceOf(listed));
  const last = rows.length - 1;
  // Of a page without a hit any order of ours will do.
  const indexes = hit === undefined ? [Math.floor(last / 2), 0, last] : [references.indexOf(hit)];
  for (const index of indexes) {
    const reference = references[index] ?? null;
    const known = reference === null ? null : await list.findPosition(reference);
    if (known !== null) return { by: first + index - known, at: known };
  }
  return null;
}
