import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestPool } from '../../../test/pool.ts';
import { readConfig } from '../../config/config.ts';
import type { Pool } from '../../platform/db.ts';
import { archiveDue } from './archive-due.ts';
import { nextIds } from './kinds.ts';
import { verifyArchive } from './verify-archive.ts';
import { writeFile } from './write-file.ts';

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-archive-'));
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

const database = useTestPool();
let folder = '';
let errors: string[] = [];
const log = pino({ level: 'error', base: null }, { write: (entry: string) => void errors.push(entry) });
const configOf = (env: Record<string, string>) => readConfig({ ARCHIVE_DIR: folder, ...env });
const context = (pool: Pool = database.pool, env: Record<string, string> = {}) => ({
  pool,
  config: configOf(env),
  log,
});

const COUNT = 600;
const answerOf = (id: number): string => `{"status": "successful", "id": "${id}"}`;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(base, 'a'));
  errors = [];
  await database.owner.run('truncate purchase_attempts, archive_files, archive_left restart identity');
  await database.owner.run(`update archive_marks set up_to_id = 0, claimed_until = '-infinity'`);
  await answered(COUNT, '100 days');
});
afterEach(() => {
  if (errors.length > 0) throw new Error(`unexpected in the log: ${errors.join()}`);
});

/** So many attempts, ended so long ago; those of one day. */
const answered = (count: number, ago: string, from = 1): Promise<number> =>
  database.owner.run(
    `insert into purchase_attempts (transaction_id, attempt, supplier, state, raw, sent_at, answered_at)
     select n, 1, 'GLAD', 'delivered', '{"status": "successful", "id": "' || n || '"}', at, at + interval '1 second'
     from generate_series($1::int, $2::int) n, (select lagos_midnight(now() - $3::interval) + interval '1 hour' as at) x`,
    [from, from + count - 1, ago],
  );

const files = (): string[] => {
  const place = path.join(folder, 'supplier_answers');
  return fs.existsSync(place) ? fs.readdirSync(place).toSorted() : [];
};
/** Of all files, in their order; each attempt may stand there once. */
function archivedAnswers(): string[] {
  const texts = files().flatMap((name) =>
    zlib
      .gunzipSync(fs.readFileSync(path.join(folder, 'supplier_answers', name)))
      .toString('utf8')
      .trimEnd()
      .split('\n'),
  );
  const rows = texts.map((text) => JSON.parse(text) as { id: string; body: string });
  return rows.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ body }) => body);
}
const all = Array.from({ length: COUNT }, (_none, n) => answerOf(n + 1));
const countHere = async (): Promise<number> =>
  Number((await database.owner.get<{ count: bigint }>('select count(raw) from purchase_attempts')).count);

async function archiveAll(by = context()): Promise<void> {
  while (await archiveDue(by));
}

async function expectAllArchived(): Promise<void> {
  expect(await countHere()).toBe(0);
  expect(archivedAnswers()).toEqual(all);
  const { problems } = await verifyArchive(database.pool, folder);
  expect(problems).toEqual([]);
  expect(await database.owner.rows('select from archive_files where ended_at is null')).toEqual([]);
  expect(
    await database.owner.get('select count(*) from purchase_attempts where archive_file_id is null'),
  ).toEqual({ count: 0n });
}

class PowerCut extends Error {}

describe('a process that ends', () => {
  it('before its file is on record: the next one writes it again', async () => {
    const cut: Pool = {
      ...database.pool,
      commit: (work) =>
        database.pool.commit(async (db) => {
          await work(db);
          throw new PowerCut();
        }),
    };
    await expect(archiveDue(context(cut))).rejects.toThrow(PowerCut);
    expect([files().length, await countHere()]).toEqual([1, COUNT]);
    await archiveAll();
    expect(files()).toHaveLength(1);
    await expectAllArchived();
  });

  it('when its file is on record and nothing is cleared: the next one clears it', async () => {
    await writeFile(context(), folder, 'supplier_answers');
    expect([files().length, await countHere()]).toEqual([1, COUNT]);
    await archiveAll();
    expect(files()).toHaveLength(1);
    await expectAllArchived();
  });

  it('in the middle of the clearing: the next one goes on, once the claim has run out', async () => {
    let statements = 0;
    const cut: Pool = {
      ...database.pool,
      run: async (sql, params) => {
        if (sql.includes('clear_archived')) statements += 1;
        // Neither does it give back what it has claimed.
        if (statements > 1) throw new PowerCut();
        return database.pool.run(sql, params);
      },
    };
    await expect(archiveDue(context(cut))).rejects.toThrow(PowerCut);
    expect([files().length, await countHere()]).toEqual([1, COUNT - 500]);
    await archiveAll();
    expect(await countHere()).toBe(COUNT - 500);
    await database.owner.run(`update archive_marks set claimed_until = now() - interval '1 second'`);
    await archiveAll();
    expect(files()).toHaveLength(1);
    await expectAllArchived();
  });

  it('and its file is lost before all of it is cleared: what is left goes into another one', async () => {
    await writeFile(context(), folder, 'supplier_answers');
    const [name = ''] = files();
    fs.appendFileSync(path.join(folder, 'supplier_answers', name), 'x');
    await archiveAll();
    expect(errors.splice(0).join()).toContain('a file of the archive is gone or changed');
    expect(await countHere()).toBe(0);
    const { problems } = await verifyArchive(database.pool, folder);
    expect(problems).toEqual([`supplier_answers/${name} was changed`]);
    fs.rmSync(path.join(folder, 'supplier_answers', name));
    expect(archivedAnswers()).toEqual(all);
  });
});

describe('several processes', () => {
  it('write one file, and each answer once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => archiveAll()));
    expect(files()).toHaveLength(1);
    await expectAllArchived();
  });

  it('lose nothing when two of them go on with the same file', async () => {
    await writeFile(context(), folder, 'supplier_answers');
    const unclaimed: Pool = {
      ...database.pool,
      // As if the claim of the other had just run out.
      run: (sql, params) => database.pool.run(sql.replace('and claimed_until < now()', ''), params),
    };
    await Promise.all([archiveDue(context(unclaimed)), archiveDue(context(unclaimed))]);
    await archiveAll();
    expect(files()).toHaveLength(1);
    await expectAllArchived();
  });
});

describe('the files', () => {
  it('have one day each, and a new one where more comes up of a day that has one', async () => {
    await answered(10, '98 days', COUNT + 1);
    await answered(10, '99 days', COUNT + 101);
    await archiveAll();
    expect(files().map((name) => name.replace(/^[\d-]+/, ''))).toEqual(['.1.jsonl.gz', '.1.jsonl.gz']);
    await answered(10, '98 days', COUNT + 201);
    await archiveAll();
    expect(files().map((name) => name.replace(/^[\d-]+/, ''))).toEqual([
      '.1.jsonl.gz',
      '.1.jsonl.gz',
      '.2.jsonl.gz',
    ]);
    expect(await countHere()).toBe(0);
  });

  it('leave an answer that another one has taken the place of meanwhile', async () => {
    await writeFile(context(), folder, 'supplier_answers');
    await database.owner.run(`update purchase_attempts set raw = 'another' where transaction_id = 7`);
    await archiveDue(context());
    expect(await database.owner.rows('select raw from purchase_attempts where raw is not null')).toEqual([
      { raw: 'another' },
    ]);
    await archiveAll();
    expect(await countHere()).toBe(0);
    expect(archivedAnswers().filter((body) => body === 'another')).toHaveLength(1);
    expect(archivedAnswers()).toHaveLength(COUNT + 1);
  });

  it('leave what is open again when it would be cleared, and have it once that has ended', async () => {
    const be = (state: string) =>
      database.owner.run('update purchase_attempts set state = $1 where transaction_id = 7', [state]);
    await writeFile(context(), folder, 'supplier_answers');
    await be('manual');
    await archiveAll();
    expect(await database.owner.rows('select raw from purchase_attempts where raw is not null')).toEqual([
      { raw: answerOf(7) },
    ]);
    expect(archivedAnswers()).toEqual(all);
    await be('delivered');
    await archiveAll();
    expect(await countHere()).toBe(0);
    expect(archivedAnswers().filter((body) => body === answerOf(7))).toHaveLength(2);
  });

  it('are not written over after a restore to before them', async () => {
    await archiveAll();
    const place = path.join(folder, 'supplier_answers', files()[0] ?? '');
    const whole = fs.readFileSync(place);
    await database.owner.run('truncate purchase_attempts, archive_files, archive_left restart identity');
    await database.owner.run('update archive_marks set up_to_id = 0');
    await answered(COUNT, '100 days');
    await archiveAll();
    expect(files()).toHaveLength(2);
    expect(fs.readFileSync(place)).toEqual(whole);
    expect(await verifyArchive(database.pool, folder)).toEqual({ files: 2, problems: [] });
  });

  it('are found when one of them was changed, is gone, or has another sum in the list', async () => {
    await answered(10, '98 days', COUNT + 1);
    await archiveAll();
    const [first = '', second = ''] = files();
    const place = path.join(folder, 'supplier_answers', first);
    const whole = fs.readFileSync(place);
    const problems = async () => (await verifyArchive(database.pool, folder)).problems;
    expect(await problems()).toEqual([]);
    const changed = Buffer.from(whole);
    changed[100] = (changed[100] ?? 0) ^ 1;
    fs.writeFileSync(place, changed);
    expect(await problems()).toEqual([`supplier_answers/${first} was changed`]);
    fs.writeFileSync(place, whole);
    fs.rmSync(path.join(folder, 'supplier_answers', second));
    expect(await problems()).toEqual([`supplier_answers/${second} is gone`]);
    const sums = path.join(folder, 'SHA256SUMS');
    fs.writeFileSync(sums, fs.readFileSync(sums, 'utf8').replace(/^\w{4}/, 'abcd'));
    expect(await problems()).toContain(`supplier_answers/${first} has another sum in SHA256SUMS`);
    fs.rmSync(sums);
    expect(await problems()).toEqual(['SHA256SUMS is gone', `supplier_answers/${second} is gone`]);
  });

  it('are not begun anew where the folder is another one', async () => {
    await archiveAll();
    await answered(10, '98 days', COUNT + 1);
    folder = fs.mkdtempSync(path.join(base, 'b'));
    await expect(archiveDue(context())).rejects.toThrow('is not the folder of the archive');
    expect([fs.readdirSync(folder), await countHere()]).toEqual([[], 10]);
  });

  it('are none where ARCHIVE_DIR is off', async () => {
    await archiveAll(context(database.pool, { ARCHIVE_DIR: 'off' }));
    expect([fs.readdirSync(folder), await countHere()]).toEqual([[], COUNT]);
  });

  it('are none while the shop is closed after a restore', async () => {
    await database.owner.run('insert into recoveries (restored_to) values (now())');
    await archiveAll();
    expect([fs.readdirSync(folder), await countHere()]).toEqual([[], COUNT]);
    await writeFile(context(), folder, 'supplier_answers');
    await expect(database.pool.run(`select clear_archived(1, '{1}', '{1}', '{"\\\\x00"}')`)).rejects.toThrow(
      'while the shop is closed',
    );
    await database.owner.run(`update recoveries set opened_at = now(), reason = 'x'`);
  });
});

describe('the database', () => {
  const clear = (id: number, file = 1) =>
    database.pool.run(
      `select clear_archived($2::int, array[$1::bigint], array[1], array[sha256(convert_to($3, 'UTF8'))])`,
      [id, file, answerOf(id)],
    );

  it('refuses to clear what is younger than thirty days, whatever the settings say', async () => {
    await writeFile(context(), folder, 'supplier_answers');
    await answered(1, '29 days', 5_000);
    await expect(clear(5_000)).rejects.toThrow('kept for thirty days at least');
    await clear(5);
    expect(await countHere()).toBe(COUNT);
  });

  it('clears nothing for a file that is not on record, or done with', async () => {
    await expect(clear(5)).rejects.toThrow('no file 1 is on record');
    await archiveAll();
    await answered(1, '99 days', 5_000);
    await clear(5_000);
    expect(await countHere()).toBe(1);
  });

  it('reads what is next by the key, and clears by it, in a table of any size', async () => {
    const { owner } = database;
    await answered(40_000, '50 days', 10_000);
    await owner.run('analyze purchase_attempts');
    const planOf = async (sql: string, params: readonly unknown[]): Promise<string> =>
      (await owner.rows<{ 'QUERY PLAN': string }>(`explain ${sql}`, params))
        .map((row) => row['QUERY PLAN'])
        .join('\n');
    const next = await planOf(nextIds.supplier_answers, [1_000n, 500]);
    expect(next).toMatch(/Index Only Scan using purchase_attempts_pkey/);
    expect(next).not.toMatch(/Seq Scan|Sort/);
    // Functions keep their plans to themselves: by what is read.
    const read = async (work: () => Promise<unknown>): Promise<number> => {
      const count = async () =>
        Number(
          (
            await owner.get<{ count: bigint }>(
              `select pg_stat_force_next_flush() is null as done, (select seq_tup_read + idx_tup_fetch from pg_stat_user_tables where relname = 'purchase_attempts') as count`,
            )
          ).count,
        );
      const before = await count();
      await work();
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      return (await count()) - before;
    };
    // Each of 600 rows and of 500 that are too young, a few times, and what connections count late; not the table, not once.
    expect(await read(() => archiveAll())).toBeLessThan(40_000);
    expect(await countHere()).toBe(40_000);
  });
});
