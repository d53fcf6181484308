import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { all, answerOf, COUNT, useArchive } from './testing/archive-stage.ts';
import type { Pool } from '../../platform/db.ts';
import { archiveDue } from './archive-due.ts';
import { nextIds } from './kinds.ts';
import { verifyArchive } from './verify-archive.ts';
import { writeFile } from './write-file.ts';

const {
  database,
  now,
  context,
  answered,
  placeOf,
  files,
  archivedAnswers,
  countHere,
  archiveAll,
  expectAllArchived,
} = useArchive();

class PowerCut extends Error {}

/** Ends before that one of its commits takes hold. */
function cutAt(last: number): Pool {
  let commits = 0;
  return {
    ...database.pool,
    commit: (work) =>
      database.pool.commit(async (db) => {
        const result = await work(db);
        commits += 1;
        if (commits >= last) throw new PowerCut();
        return result;
      }),
  };
}

describe('a process that ends', () => {
  it('before its file is on record: the next one writes another, and takes the place of nothing', async () => {
    await expect(writeFile(context(cutAt(1)), now.folder, 'supplier_answers')).rejects.toThrow(PowerCut);
    const [first = ''] = files();
    const whole = fs.readFileSync(placeOf(first));
    await archiveAll();
    expect(files()).toHaveLength(2);
    expect(fs.readFileSync(placeOf(first))).toEqual(whole);
    expect(await countHere()).toBe(0);
    expect(await verifyArchive(database.pool, now.folder)).toEqual({ files: 1, problems: [] });
  });

  it.each([1, 2, 3, 4, 5])(
    'before commit %i of a round: the folder stays that of the database',
    async (last) => {
      await database.owner.run('truncate archive_folders');
      await expect(archiveDue(context(cutAt(last)), 'supplier_answers')).rejects.toThrow(PowerCut);
      await archiveAll();
      expect(await countHere()).toBe(0);
      expect((await verifyArchive(database.pool, now.folder)).problems).toEqual([]);
    },
  );

  it('when its file is on record and nothing is cleared: the next one clears it', async () => {
    await writeFile(context(), now.folder, 'supplier_answers');
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
    await expect(archiveDue(context(cut), 'supplier_answers')).rejects.toThrow(PowerCut);
    expect([files().length, await countHere()]).toEqual([1, COUNT - 500]);
    await archiveAll();
    expect(await countHere()).toBe(COUNT - 500);
    await database.owner.run(`update archive_marks set claimed_until = now() - interval '1 second'`);
    await archiveAll();
    expect(files()).toHaveLength(1);
    await expectAllArchived();
  });

  it('and its file is lost before all of it is cleared: what is left goes into another one', async () => {
    await writeFile(context(), now.folder, 'supplier_answers');
    const [name = ''] = files();
    fs.appendFileSync(placeOf(name), 'x');
    expect(await archiveDue(context(), 'supplier_answers')).toBe(false);
    expect(now.errors.splice(0).join()).toContain('a file of the archive is gone or changed');
    await archiveAll();
    expect(await countHere()).toBe(0);
    const { problems } = await verifyArchive(database.pool, now.folder);
    expect(problems).toEqual([`supplier_answers/${name} was changed`]);
    fs.rmSync(placeOf(name));
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
    await writeFile(context(), now.folder, 'supplier_answers');
    const unclaimed: Pool = {
      ...database.pool,
      // As if the claim of the other had just run out.
      run: (sql, params) => database.pool.run(sql.replace('and claimed_until < now()', ''), params),
    };
    await Promise.all([
      archiveDue(context(unclaimed), 'supplier_answers'),
      archiveDue(context(unclaimed), 'supplier_answers'),
    ]);
    await archiveAll();
    expect(files()).toHaveLength(1);
    await expectAllArchived();
  });
});

describe('the database', () => {
  const clear = (id: number, file = 1) =>
    database.pool.run(
      `select clear_archived($2::int, array[$1::bigint], array[1], array[sha256(convert_to($3, 'UTF8'))])`,
      [id, file, answerOf(id)],
    );

  it('clears nothing that is younger than thirty days, whatever the settings say', async () => {
    await writeFile(context(), now.folder, 'supplier_answers');
    await answered(1, '29 days', 5_000);
    await clear(5_000);
    await clear(5);
    expect(await countHere()).toBe(COUNT);
  });

  it('leaves what was answered again before it was cleared, and goes on with the rest', async () => {
    await writeFile(context(), now.folder, 'supplier_answers');
    await database.owner.run('update purchase_attempts set answered_at = now() where transaction_id = 7');
    await archiveAll();
    expect(await database.owner.rows('select raw from purchase_attempts where raw is not null')).toEqual([
      { raw: answerOf(7) },
    ]);
    expect(await database.owner.rows('select from archive_files where ended_at is null')).toEqual([]);
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
