/** Writes what is due of one kind into a file, and puts the file on record: from then on its rows may be cleared. */
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { createFileWriter, namesThere, readSums } from './archive-folder.ts';
import { retentionDays, nextIds, type ArchiveKind } from './kinds.ts';

const MOST_IN_A_FILE = 20_000;
const MOST_LOOKED_AT = 50_000;
const MOST_LEFT_LOOKED_AT = 10_000;
const IDS_AT_ONCE = 500;

interface Row {
  id: bigint;
  part: number;
  day: string;
  fate: 'ahead' | 'none' | 'open' | 'due';
  body: string;
  facts: Record<string, unknown>;
}

/** A file that is on record, and not all of its rows are cleared. */
export interface OpenFile {
  id: number;
  name: string;
  sha256: string;
  firstId: bigint;
}

/** What a page of ids came to. */
interface Page {
  due: Row[];
  over: bigint[];
  open: bigint[];
  /** What follows is too young, or is of another day than this file. */
  end: 'young' | 'other day' | undefined;
}

const FIRST = -1n;
const LAST_DAY = '9999-12-31';
/** Of rows that were left, which come from anywhere: one that is young ends nothing. */
const openIfAhead = (row: Row): Row => (row.fate === 'ahead' ? { ...row, fate: 'open' } : row);

/** `day` is the newest that the file takes; undefined while it may be any. */
function sortOut(ids: readonly bigint[], rows: readonly Row[], day: string | undefined): Page {
  const page: Page = { due: [], over: [], open: [], end: undefined };
  const rowsOf = new Map<bigint, Row[]>(ids.map((id) => [id, []]));
  for (const row of rows) rowsOf.get(row.id)?.push(row);
  let newest = day;
  for (const [id, own] of rowsOf) {
    const due = own.filter(({ fate }) => fate === 'due');
    newest ??= due[0]?.day;
    if (own.some(({ fate }) => fate === 'ahead')) return { ...page, end: 'young' };
    // Attempts of one purchase stand together, by the day of the first one that is due.
    if (due[0] !== undefined && due[0].day > (newest ?? LAST_DAY)) return { ...page, end: 'other day' };
    page.due.push(...due);
    (own.some(({ fate }) => fate === 'open') ? page.open : page.over).push(id);
  }
  return page;
}

type Writer = ReturnType<typeof createFileWriter>;

/** Goes through the rows of one kind for one file, in one commit. */
class Walk {
  private readonly db: Db;
  private readonly kind: ArchiveKind;
  private readonly writer: Writer;
  private readonly days: number;
  private firstId: bigint | undefined;
  private day = '';
  constructor(db: Db, kind: ArchiveKind, writer: Writer, days: number) {
    this.db = db;
    this.kind = kind;
    this.writer = writer;
    this.days = days;
  }

  /** What was open when the walk went by; where there is too much of it, from where the last round stopped. */
  async throughLeft(): Promise<void> {
    let { last } = await this.db.get<{ last: bigint }>(
      'select left_up_to_id as last from archive_marks where kind = $1',
      [this.kind],
    );
    for (let looked = 0; looked < MOST_LEFT_LOOKED_AT && this.writer.rows < MOST_IN_A_FILE;) {
      const ids = await this.ids(
        'select id from archive_left where id > $1 and kind = $3 order by id limit $2',
        last,
        this.kind,
      );
      const { over } = await this.take(ids, LAST_DAY, openIfAhead);
      await this.db.run('delete from archive_left where kind = $1 and id = any($2)', [this.kind, over]);
      looked += ids.length;
      last = ids.at(-1) ?? last;
      if (ids.length < IDS_AT_ONCE) {
        last = FIRST;
        break;
      }
    }
    await this.db.run('update archive_marks set left_up_to_id = $2 where kind = $1', [this.kind, last]);
  }

  /** Gives true when more may be due. */
  async on(): Promise<boolean> {
    const { mark } = await this.db.get<{ mark: bigint }>(
      'select up_to_id as mark from archive_marks where kind = $1',
      [this.kind],
    );
    let last = mark;
    let day: string | undefined;
    let isMore = true;
    for (let looked = 0; looked < MOST_LOOKED_AT && this.writer.rows < MOST_IN_A_FILE;) {
      const ids = await this.ids(nextIds[this.kind], last);
      const page = await this.take(ids, day);
      day ??= page.due[0]?.day;
      last = [...page.over, ...page.open].reduce((most, id) => (id > most ? id : most), last);
      await this.db.run(
        'insert into archive_left (kind, id) select $1, x from unnest($2::bigint[]) x on conflict do nothing',
        [this.kind, page.open],
      );
      looked += ids.length;
      isMore = page.end === 'other day' || (page.end === undefined && ids.length === IDS_AT_ONCE);
      if (page.end !== undefined || !isMore) break;
    }
    await this.db.run('update archive_marks set up_to_id = $2 where kind = $1', [this.kind, last]);
    // Whatever came to nothing would come to nothing again at once.
    return isMore && (last !== mark || this.writer.rows > 0);
  }

  /** Gives the file its name and puts it on record; undefined where nothing was due. */
  async end(folder: string): Promise<OpenFile | undefined> {
    const { firstId } = this;
    if (firstId === undefined) return undefined;
    const name = await this.freeName(folder);
    const { rows, bytes, sha256 } = await this.writer.end(name);
    const { id } = await this.db.get<{ id: number }>(
      `insert into archive_files (kind, name, row_count, bytes, sha256, first_id) values ($1, $2, $3, $4, decode($5, 'hex'), $6)
       returning id`,
      [this.kind, name, rows, bytes, sha256, firstId],
    );
    return { id, name, sha256, firstId };
  }

  /** `more` from $3 on. */
  private async ids(sql: string, after: bigint, ...more: readonly string[]): Promise<bigint[]> {
    const found = await this.db.rows<{ id: bigint }>(sql, [after, IDS_AT_ONCE, ...more]);
    return found.map(({ id }) => id);
  }

  private async take(
    ids: readonly bigint[],
    newest: string | undefined,
    adjust: (row: Row) => Row = (row) => row,
  ): Promise<Page> {
    const rows = await this.db.rows<Row>(
      'select id, part, day::text, fate, body, facts from rows_to_archive($1, $2, $3)',
      [this.kind, ids, this.days],
    );
    const page = sortOut(ids, rows.map(adjust), newest);
    await this.writer.write(
      page.due.map(({ id, part, facts, body }) => ({ id: String(id), part, ...facts, body })),
    );
    for (const { id, day } of page.due) {
      if (this.firstId === undefined || id < this.firstId) this.firstId = id;
      if (day > this.day) this.day = day;
    }
    return page;
  }

  /** By a number that neither the database nor the folder knows: after a restore the folder may know more. */
  private async freeName(folder: string): Promise<string> {
    const beginning = `${this.kind}/${this.day}.`;
    const known = await this.db.rows<{ name: string }>(
      'select name from archive_files where starts_with(name, $1)',
      [beginning],
    );
    const listed = new Set([
      ...known.map(({ name }) => name),
      ...((await readSums(folder))?.sums.keys() ?? []),
    ]);
    const there = await namesThere(folder, beginning);
    for (let number = 1; ; number += 1) {
      const name = `${beginning}${number}.jsonl.gz`;
      if (!listed.has(name) && !there.has(name)) return name;
    }
  }
}

export interface Written {
  file: OpenFile | undefined;
  isMore: boolean;
}

/**
 * In one commit, which holds the mark: the file is whole and has its name before it is on record. A process that ends before the commit
 * leaves a file that is on no list, which is passed by.
 */
export async function writeFile(
  { pool, config }: Pick<Context, 'pool' | 'config'>,
  folder: string,
  kind: ArchiveKind,
): Promise<Written> {
  const writer = createFileWriter(folder, kind);
  try {
    return await pool.commit(async (db) => {
      await db.run('select from archive_marks where kind = $1 for update', [kind]);
      const walk = new Walk(db, kind, writer, retentionDays({ config }, kind));
      await walk.throughLeft();
      const isMore = await walk.on();
      return { file: await walk.end(folder), isMore };
    });
  } finally {
    await writer.abandon();
  }
}
