import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestPool } from '../../../test/pool.ts';
import { COUNT, useArchive } from './testing/archive-stage.ts';
import { archiveDue } from './archive-due.ts';
import { adoptFolder } from './owner.ts';
import { verifyArchive } from './verify-archive.ts';

const { database, now, context, answered, files, countHere, archiveAll, anotherFolder } = useArchive();
const otherShop = useTestPool();

const place = (name: string): string => path.join(now.folder, name);
const sums = (): string => fs.readFileSync(place('SHA256SUMS'), 'utf8');
const problems = async (): Promise<string[]> => (await verifyArchive(database.pool, now.folder)).problems;

/** All that lies in the folder, with what it says. */
function whole(): Map<string, string> {
  const names = fs.readdirSync(now.folder, { recursive: true, encoding: 'utf8' });
  const found = names.filter((name) => fs.statSync(place(name)).isFile());
  return new Map(found.map((name) => [name, fs.readFileSync(place(name), 'base64')]));
}

async function expectRefused(words: string, by = context()): Promise<void> {
  const before = whole();
  await expect(archiveDue(by, 'supplier_answers')).rejects.toThrow(words);
  expect(whole()).toEqual(before);
}

describe('the list of sums', () => {
  it.each<[string, (list: string) => string | undefined]>([
    ['gone', () => undefined],
    ['empty', () => ''],
    ['cut off', (list) => list.slice(0, -20)],
    ['without one of its files', (list) => list.slice(list.indexOf('\n') + 1)],
    ['written over', () => '\0'.repeat(200)],
    ['wrong about a file', (list) => list.replace(/^\w{4}/, 'abcd')],
  ])('is written anew from the database by the next round where it is %s', async (_what, damage) => {
    await answered(10, '98 days', COUNT + 1);
    await archiveAll();
    const before = sums();
    const damaged = damage(before);
    if (damaged === undefined) fs.rmSync(place('SHA256SUMS'));
    else fs.writeFileSync(place('SHA256SUMS'), damaged);
    expect(await problems()).not.toEqual([]);
    await archiveAll();
    expect(now.errors.splice(0).join()).toContain('SHA256SUMS of the archive was lost or damaged');
    expect([sums(), await problems()]).toEqual([before, []]);
    const copies = fs.readdirSync(now.folder).filter((name) => name.startsWith('SHA256SUMS.damaged.'));
    expect(copies.map((name) => fs.readFileSync(place(name), 'utf8'))).toEqual(
      damaged === undefined || damaged === '' ? copies.map(() => '') : [damaged],
    );
    await archiveAll();
    expect(now.errors).toEqual([]);
  });

  it('keeps what it says of files of before a restore', async () => {
    await archiveAll();
    const unknown = `${'a'.repeat(64)}  supplier_answers/2020-01-01.1.jsonl.gz\n`;
    fs.writeFileSync(place('SHA256SUMS'), `${unknown}no sum\n`);
    await archiveAll();
    expect(now.errors.splice(0)).toHaveLength(1);
    expect(sums()).toContain(unknown);
    expect(sums()).toContain(`supplier_answers/${files()[0]}`);
    expect(sums()).not.toContain('no sum');
  });

  it('is written anew by decision where DATABASE is gone as well', async () => {
    await archiveAll();
    const before = sums();
    fs.rmSync(place('SHA256SUMS'));
    fs.rmSync(place('DATABASE'));
    await expectRefused('is not the folder of the archive');
    expect(await adoptFolder(database.pool, now.folder)).toEqual({ files: 1, gone: 0 });
    expect([sums(), await problems()]).toEqual([before, []]);
    await archiveAll();
  });
});

describe('the folder', () => {
  it('of before DATABASE is known by its list', async () => {
    await archiveAll();
    fs.rmSync(place('DATABASE'));
    await database.owner.run('truncate archive_folders');
    await answered(10, '98 days', COUNT + 1);
    await archiveAll();
    expect(await countHere()).toBe(0);
    fs.rmSync(place('DATABASE'));
    fs.appendFileSync(place('SHA256SUMS'), `${'a'.repeat(64)}  supplier_answers/2020-01-01.1.jsonl.gz\n`);
    await expectRefused('has no DATABASE, and its SHA256SUMS is not what is on record here');
  });

  it('of one shop is refused to another, also before it has a file', async () => {
    await database.owner.run('truncate purchase_attempts');
    await archiveAll();
    expect(fs.readdirSync(now.folder)).toEqual(['DATABASE']);
    await expectRefused('is the archive of another database', context(otherShop.pool));
    const { problems: others } = await verifyArchive(otherShop.pool, now.folder);
    expect(others).toEqual([expect.stringContaining('is the archive of another database')]);
    await answered(10, '98 days');
    await archiveAll();
    await expectRefused('is the archive of another database', context(otherShop.pool));
  });

  it('is refused to a copy of the database as soon as the other one has written a file', async () => {
    await archiveAll();
    await answered(10, '98 days', COUNT + 1);
    await archiveAll();
    // As of before the second file.
    await database.owner.run('delete from archive_files where id = 2');
    await answered(10, '97 days', COUNT + 101);
    await expectRefused('Another copy of this database wrote supplier_answers/');
    expect(await problems()).toEqual([expect.stringContaining('Another copy of this database wrote')]);
    expect(await countHere()).toBe(10);
  });

  it('goes on by decision after a restore, and is refused to the database of before from then on', async () => {
    const { owner, pool } = database;
    await archiveAll();
    await owner.run(
      `insert into recoveries (restored_to, opened_at, reason) values (now(), now(), 'compared')`,
    );
    await answered(10, '98 days', COUNT + 1);
    await expectRefused('was restored since');
    expect(await countHere()).toBe(10);
    expect(await adoptFolder(pool, now.folder)).toEqual({ files: 1, gone: 0 });
    await archiveAll();
    expect([await countHere(), await problems()]).toEqual([0, []]);
    // The one of before knows neither the restore nor the decision.
    await owner.run('delete from recoveries');
    await owner.run('delete from archive_folders where id = (select max(id) from archive_folders)');
    await expectRefused('is the archive of another database');
  });

  it('is refused where DATABASE cannot be read, until somebody decides', async () => {
    await archiveAll();
    fs.writeFileSync(place('DATABASE'), '{"database":');
    await expectRefused('cannot be read');
    await adoptFolder(database.pool, now.folder);
    await archiveAll();
  });

  it('that is lost is begun anew by decision, and what is not in it is counted', async () => {
    await archiveAll();
    anotherFolder();
    expect(await adoptFolder(database.pool, now.folder)).toEqual({ files: 1, gone: 1 });
    expect(await problems()).toEqual([expect.stringMatching(/^supplier_answers\/\S+ is gone$/)]);
    now.errors = [];
  });
});
