/** An archive of answers of suppliers in a folder of its own for each test, on a database with 600 attempts that ended a hundred days ago. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import type { Pool } from '../../../platform/db.ts';
import { archiveDue } from '../archive-due.ts';
import { verifyArchive } from '../verify-archive.ts';
import { useTestPool } from '../../../../test/pool.ts';

export const COUNT = 600;
export const answerOf = (id: number): string => `{"status": "successful", "id": "${id}"}`;
export const all = Array.from({ length: COUNT }, (_none, n) => answerOf(n + 1));

export function useArchive() {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-archive-'));
  afterAll(() => fs.rmSync(base, { recursive: true, force: true }));
  const database = useTestPool();
  const now = { folder: '', errors: [] as string[] };
  const log = pino({ level: 'error', base: null }, { write: (entry: string) => void now.errors.push(entry) });
  const context = (pool: Pool = database.pool, env: Record<string, string> = {}) => ({
    pool,
    config: readConfig({ ARCHIVE_DIR: now.folder, ...env }),
    log,
  });

  /** So many attempts, ended so long ago; those of one day. */
  const answered = (count: number, ago: string, from = 1): Promise<number> =>
    database.owner.run(
      `insert into purchase_attempts (transaction_id, attempt, supplier, state, raw, sent_at, answered_at)
       select n, 1, 'GLAD', 'delivered', '{"status": "successful", "id": "' || n || '"}', at, at + interval '1 second'
       from generate_series($1::int, $2::int) n, (select lagos_midnight(now() - $3::interval) + interval '1 hour' as at) x`,
      [from, from + count - 1, ago],
    );

  beforeEach(async () => {
    now.folder = fs.mkdtempSync(path.join(base, 'a'));
    now.errors = [];
    await database.owner.run('truncate purchase_attempts, archive_files, archive_left restart identity');
    await database.owner.run(`update archive_marks set up_to_id = 0, claimed_until = '-infinity'`);
    await answered(COUNT, '100 days');
  });
  afterEach(() => {
    if (now.errors.length > 0) throw new Error(`unexpected in the log: ${now.errors.join()}`);
  });

  const placeOf = (name = ''): string => path.join(now.folder, 'supplier_answers', name);
  const files = (): string[] => (fs.existsSync(placeOf()) ? fs.readdirSync(placeOf()).toSorted() : []);
  const textOf = (name: string): string => zlib.gunzipSync(fs.readFileSync(placeOf(name))).toString('utf8');
  /** Of all files, by the id of their purchase. */
  function archivedAnswers(): string[] {
    const rows = files()
      .flatMap((name) => textOf(name).trimEnd().split('\n'))
      .map((text) => JSON.parse(text) as { id: string; body: string });
    return rows.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ body }) => body);
  }
  const countHere = async (): Promise<number> =>
    Number((await database.owner.get<{ count: bigint }>('select count(raw) from purchase_attempts')).count);
  async function archiveAll(by = context()): Promise<void> {
    while (await archiveDue(by, 'supplier_answers'));
  }
  async function expectAllArchived(): Promise<void> {
    expect(await countHere()).toBe(0);
    expect(archivedAnswers()).toEqual(all);
    const { problems } = await verifyArchive(database.pool, now.folder);
    expect(problems).toEqual([]);
    expect(await database.owner.rows('select from archive_files where ended_at is null')).toEqual([]);
    expect(
      await database.owner.get('select count(*) from purchase_attempts where archive_file_id is null'),
    ).toEqual({ count: 0n });
  }
  const anotherFolder = (): string => (now.folder = fs.mkdtempSync(path.join(base, 'b')));
  return {
    database,
    now,
    context,
    answered,
    placeOf,
    files,
    textOf,
    archivedAnswers,
    countHere,
    archiveAll,
    expectAllArchived,
    anotherFolder,
  };
}
