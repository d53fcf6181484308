/**
 * Goes through the rules of the books slice by slice, so that no statement takes longer than half a minute, however much one user did: a
 * state of the database that is held for longer keeps PostgreSQL from clearing away what is old. Where it has got to is a value that can be
 * stored: whoever has it goes on from there.
 */
import { tookTooLong, type Db, type Pool } from '../platform/db.ts';
import { postingCodes } from './chart.ts';
import { ids, isAfter, lastOf, shares, type Part, type Rule, type RuleResult, type Table } from './rule.ts';

/** Where an audit stands. As JSON: numbers of the database are text in it. */
export interface Position {
  /** How many parts of rules are done. */
  part: number;
  /** The last id of the part's table that is done; null before the first. */
  after: string | null;
  /** What the part carries from slice to slice. */
  carry: string | null;
  /** Rows of the part that are done. */
  rows: number;
  /** What was found so far, by the place of its rule. */
  found: Record<string, Pick<RuleResult, 'breaks' | 'count'>>;
  slices: number;
  longestMs: number;
}

export const beginning: Position = {
  part: 0,
  after: null,
  carry: null,
  rows: 0,
  found: {},
  slices: 0,
  longestMs: 0,
};

/** Who wants to hear how far an audit is. On big books it takes its time. */
export interface AuditWatcher {
  /** Before it is looked into: the first has `place` 1. */
  onRule?(rule: Pick<RuleResult, 'rule' | 'statement'>, place: number, of: number): void;
  /** After each slice but the last of a part: rows of this table are done, of about so many; null when nobody knows. */
  onSlice?(table: Table, rows: number, ofAbout: number | null): void;
  onResult?(result: RuleResult): void;
}

export interface Pace {
  /** A slice that takes longer is cut short, and tried again with half of the rows. */
  sliceMs: number;
  /** Rows of the first slice of a part; the next are as many as fit into a second or so. */
  rows: number;
}

const usualPace: Pace = { sliceMs: 30_000, rows: 10_000 };
const GROW_BELOW_MS = 1_000;
const SHRINK_ABOVE_MS = 5_000;
const MOST_ROWS = 500_000;
const LISTED = 10;
const LOWEST = '-9223372036854775808';
const HIGHEST = '9223372036854775806';

interface Step extends Part {
  /** Of its rule. */
  place: number;
}

export class Audit {
  readonly #rules: readonly Rule[];
  readonly #steps: readonly Step[];
  readonly #watcher: AuditWatcher;
  readonly #pace: Pace;
  #at: Position;
  #rows: number;
  sliceMs: number;

  constructor(
    rules: readonly Rule[],
    { watcher = {}, position = beginning, pace = usualPace }: AuditOptions = {},
  ) {
    this.#rules = rules;
    this.#steps = rules.flatMap(({ parts }, place) => parts.map((part) => ({ ...part, place })));
    this.#watcher = watcher;
    this.#pace = pace;
    this.#at = { ...position, found: { ...position.found } };
    this.#rows = pace.rows;
    this.sliceMs = pace.sliceMs;
  }

  get position(): Position {
    return this.#at;
  }

  get isDone(): boolean {
    return this.#at.part >= this.#steps.length;
  }

  get results(): RuleResult[] {
    return this.#rules.map((_rule, place) => this.#resultOf(place));
  }

  /** One slice after the other in this session, until all is done or so much time is gone. */
  async goOn(db: Db, forMs: number): Promise<void> {
    await set(db, { ...PLANNER, statement_timeout: String(this.sliceMs) });
    const sizes = await readSizes(db, this.#pace.rows);
    const endMs = performance.now() + forMs;
    for (
      let step = this.#steps[this.#at.part];
      step !== undefined && performance.now() < endMs;
      step = this.#steps[this.#at.part]
    ) {
      if (this.#at.after === null && this.#steps[this.#at.part - 1]?.place !== step.place)
        this.#watcher.onRule?.(this.#resultOf(step.place), step.place + 1, this.#rules.length);
      const together = this.#at.after === null ? this.#smallFrom(step, sizes) : [];
      if (together.length > 1) await this.#lookIntoAll(db, step.place, together, sizes);
      else await this.#goThrough(db, step, sizes, endMs);
    }
  }

  /** Makes the next slice a smaller one where the database said that it took too long; any other error is thrown again. */
  takeTimeout(error: unknown): void {
    if (!tookTooLong(error)) throw error;
    const table = this.#steps[this.#at.part]?.over ?? null;
    // A single row, or what is little in any books: it takes as long as it needs.
    if (table === null || this.#rowsOf(table) === 1) this.sliceMs *= 2;
    else this.#rows = Math.max(Math.min(this.#rows, MOST_ROWS) / 2, 1);
  }

  #rowsOf(table: Table): number {
    return Math.max(1, Math.round(this.#rows * (shares[table] ?? 1)));
  }

  #resultOf(place: number): RuleResult {
    const { rule = '', statement = '' } = this.#rules[place] ?? {};
    return { rule, statement, ...(this.#at.found[place] ?? { breaks: [], count: 0 }) };
  }

  /** The parts of the same rule from here on that are one slice each. */
  #smallFrom(step: Step, sizes: Sizes): Step[] {
    const rest = this.#steps.slice(this.#at.part);
    const end = rest.findIndex(
      ({ place, over, carry, planner }) =>
        place !== step.place ||
        carry !== undefined ||
        planner !== undefined ||
        (over !== null && !holds(sizes.get(over), this.#rowsOf(over))),
    );
    return end === -1 ? rest : rest.slice(0, end);
  }

  /** In one statement, which spares small books a good deal of time. */
  async #lookIntoAll(db: Db, place: number, parts: readonly Step[], sizes: Sizes): Promise<void> {
    const startedMs = performance.now();
    const filled = parts.filter(({ over }) => over === null || (sizes.get(over)?.rows ?? 0) > 0);
    const breaks = (codes: readonly string[]) =>
      filled.map((part) => `select x from (${breaksOf(part, codes)}) as b(x)`).join('\nunion all\n');
    if (filled.length > 0) {
      const range = filled.some(({ over }) => over !== null) ? [LOWEST, HIGHEST] : [];
      this.#note(place, await findWith(db, breaks, codesIn(sizes), range));
    }
    this.#count(startedMs);
    this.#endParts(place, parts.length);
  }

  /** One part of a rule, or as much of it as there is time for. */
  async #goThrough(db: Db, step: Step, sizes: Sizes, endMs: number): Promise<void> {
    if (step.planner !== undefined) await set(db, step.planner);
    let isLast = false;
    while (!isLast && performance.now() < endMs) {
      const startedMs = performance.now();
      const limit = step.over === null ? 0 : this.#rowsOf(step.over);
      const slice = await nextSlice(db, step.over, this.#at.after, sizes, limit);
      if (this.#at.carry === null && step.carry !== undefined)
        this.#at.carry = await readCarry(db, step.carry.first, []);
      if (slice.rows > 0 || step.over === null) await this.#lookInto(db, step, slice);
      isLast = slice.to === HIGHEST;
      this.#at = { ...this.#at, after: slice.to, rows: this.#at.rows + slice.rows };
      const tookMs = this.#count(startedMs);
      if (tookMs < GROW_BELOW_MS) this.#rows = Math.min(this.#rows * 2, MOST_ROWS);
      else if (tookMs > SHRINK_ABOVE_MS) this.#rows = Math.max(this.#rows / 2, 1);
      if (!isLast && step.over !== null && this.#watcher.onSlice !== undefined)
        this.#watcher.onSlice(step.over, this.#at.rows, await aboutRows(db, step.over));
    }
    if (step.planner !== undefined) await set(db, PLANNER);
    if (!isLast) return;
    if (step.carry !== undefined)
      this.#note(step.place, await find(db, breaksOf(step, []), [this.#at.carry]));
    this.#endParts(step.place, 1);
  }

  async #lookInto(db: Db, step: Step, { from, to, codes }: Slice): Promise<void> {
    const range = step.over === null ? [] : [from, to];
    if (step.carry === undefined)
      this.#note(step.place, await findWith(db, (known) => breaksOf(step, known), codes, range));
    else this.#at.carry = await readCarry(db, step.carry.next, [...range, this.#at.carry]);
  }

  #count(startedMs: number): number {
    const tookMs = Math.round(performance.now() - startedMs);
    this.#at = {
      ...this.#at,
      slices: this.#at.slices + 1,
      longestMs: Math.max(this.#at.longestMs, tookMs),
    };
    return tookMs;
  }

  #endParts(place: number, count: number): void {
    this.#at = { ...this.#at, part: this.#at.part + count, after: null, carry: null, rows: 0 };
    this.#rows = this.#pace.rows;
    this.sliceMs = this.#pace.sliceMs;
    if (this.#steps[this.#at.part]?.place !== place) this.#watcher.onResult?.(this.#resultOf(place));
  }

  #note(place: number, found: readonly Found[]): void {
    const count = Number(found[0]?.count ?? 0n);
    if (count === 0) return;
    const before = this.#at.found[place] ?? { breaks: [], count: 0 };
    const breaks = [...before.breaks, ...found.map(({ x }) => x)].slice(0, LISTED);
    this.#at.found[place] = { breaks, count: before.count + count };
  }
}

export interface AuditOptions {
  watcher?: AuditWatcher;
  position?: Position;
  pace?: Pace;
}

/** Runs all of them to the end, each slice against a state of its own. */
export async function auditInSlices(
  pool: Pool,
  rules: readonly Rule[],
  options?: AuditOptions,
): Promise<RuleResult[]> {
  const audit = new Audit(rules, options);
  while (!audit.isDone) await goOnFor(pool, audit, Infinity);
  return audit.results;
}

/** Goes on for about so long. */
export async function goOnFor(pool: Pool, audit: Audit, forMs: number): Promise<void> {
  // Reading committed: each statement sees a state of its own, and none is held between two of them. A database that has not cut a slice
  // short half a minute after its time does not answer any more.
  const reading = pool.commit(async (db) => {
    await set(db, { transaction_read_only: 'on' });
    await audit.goOn(db, forMs);
  }, audit.sliceMs + usualPace.sliceMs);
  await reading.catch((error: unknown) => audit.takeTimeout(error));
}

/** Runs all of them in the caller's transaction. */
export async function findBreaksOf(
  db: Db,
  rules: readonly Rule[],
  options?: AuditOptions,
): Promise<RuleResult[]> {
  const audit = new Audit(rules, options);
  await audit.goOn(db, Infinity);
  return audit.results;
}

/** A slice reads what it needs of big tables, and is never worth translating into machine code. */
const PLANNER = { enable_seqscan: 'off', enable_nestloop: 'on', jit: 'off' };

async function set(db: Db, settings: Readonly<Record<string, string>>): Promise<void> {
  const all = Object.entries(settings);
  const calls = all.map((_one, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`);
  await db.run(`select ${calls.join(', ')}`, all.flat());
}

interface Size {
  /** All of it was counted: it has not more than the first slice of a part holds. */
  isSmall: boolean;
  rows: number;
  codes: string[];
}
type Sizes = ReadonlyMap<string, Size>;

/** Whether a slice of so many rows is the whole table. */
const holds = (size: Size | undefined, rows: number): boolean => size?.isSmall === true && size.rows <= rows;

const tables = Object.keys(ids) as Table[]; // the keys of the object

/** Which tables are one slice: asked of all at once, since most books of a test are. */
async function readSizes(db: Db, rows: number): Promise<Sizes> {
  const limits = tables.map((table) => Math.ceil(rows * (shares[table] ?? 1)));
  const found = await db.rows<{ table: string; rows: bigint; codes: string[] | null }>(
    tables
      .map((table, index) => {
        const codes = table === 'postings' ? 'array_agg(distinct code)' : 'null::text[]';
        const more = table === 'postings' ? ', code' : '';
        return `select '${table}' as table, count(*) as rows, ${codes} as codes
          from (select ${ids[table]}${more} from ${table} order by ${ids[table]} limit $${index + 1}::bigint + 1) s`;
      })
      .join('\nunion all\n'),
    limits,
  );
  return new Map(
    found.map(({ table, rows: count, codes }, index) => [
      table,
      { isSmall: Number(count) <= (limits[index] ?? 0), rows: Number(count), codes: codes ?? [] },
    ]),
  );
}

const allCodes: readonly string[] = Object.keys(postingCodes);

/** Of the postings of small books those that there are; of others all that we know. */
function codesIn(sizes: Sizes): readonly string[] {
  const postings = sizes.get('postings');
  return postings?.isSmall === true ? postings.codes : allCodes;
}

interface Slice {
  from: string;
  to: string;
  rows: number;
  codes: readonly string[];
}

async function nextSlice(
  db: Db,
  table: Table | null,
  after: string | null,
  sizes: Sizes,
  limit: number,
): Promise<Slice> {
  const from = after ?? LOWEST;
  if (table === null) return { from, to: HIGHEST, rows: 0, codes: codesIn(sizes) };
  const size = sizes.get(table);
  if (after === null && size !== undefined && holds(size, limit))
    return { from, to: HIGHEST, rows: size.rows, codes: codesIn(sizes) };
  const id = ids[table];
  const codes = table === 'postings' ? 'array_agg(distinct code)' : 'null::text[]';
  const found = await db.get<{ to: string | null; rows: bigint; codes: string[] | null }>(
    `select ${lastOf(id)} as to, count(*) as rows, ${codes} as codes
     from (select ${id}${table === 'postings' ? ', code' : ''} from ${table} where ${isAfter(id, '$1')} order by ${id} limit $2) s`,
    [from, limit],
  );
  const count = Number(found.rows);
  const to = count < limit ? HIGHEST : (found.to ?? HIGHEST);
  return { from, to, rows: count, codes: found.codes ?? codesIn(sizes) };
}

interface Found {
  x: string;
  count: bigint;
}

const breaksOf = ({ breaks }: Part, codes: readonly string[]): string =>
  typeof breaks === 'string' ? breaks : breaks(codes);

const find = (db: Db, breaks: string, params: readonly unknown[]): Promise<Found[]> =>
  db.rows<Found>(`select x, count(*) over () as count from (${breaks}) as b(x) limit ${LISTED}`, params);

/**
 * With the codes that were seen, which spares time; and once more with all that there are where something is found: one may have been
 * posted for the first time since they were read.
 */
async function findWith(
  db: Db,
  breaks: (codes: readonly string[]) => string,
  codes: readonly string[],
  params: readonly unknown[],
): Promise<Found[]> {
  const found = await find(db, breaks(codes), params);
  return found.length === 0 ? found : find(db, breaks(allCodes), params);
}

async function readCarry(db: Db, sql: string, params: readonly unknown[]): Promise<string> {
  return (await db.get<{ carry: string }>(`select c::text as carry from (${sql}) as s(c)`, params)).carry;
}

/** As PostgreSQL estimates it. */
async function aboutRows(db: Db, table: Table): Promise<number | null> {
  const { rows } = await db.get<{ rows: number }>(
    'select reltuples::float8 as rows from pg_class where oid = $1::regclass',
    [table],
  );
  return rows > 0 ? rows : null;
}
