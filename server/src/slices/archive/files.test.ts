import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, answerOf, COUNT, useArchive } from './testing/archive-stage.ts';
import { archiveDue } from './archive-due.ts';
import { readRows } from './archive-folder.ts';
import { adoptFolder } from './owner.ts';
import { verifyArchive } from './verify-archive.ts';
import { writeFile } from './write-file.ts';

const {
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
  anotherFolder,
} = useArchive();

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

  it('have the attempts of one purchase together, also on both sides of midnight', async () => {
    await database.owner.run(
      `insert into purchase_attempts (transaction_id, attempt, supplier, state, raw, sent_at, answered_at)
       select ${COUNT + 1}, n, 'GLAD', case n when 1 then 'refused' else 'delivered' end, 'attempt ' || n, at, at
       from generate_series(1, 2) n, lateral (select lagos_midnight(now() - interval '97 days') + (n - 1.5) * interval '2 seconds' as at) x`,
    );
    await archiveAll();
    expect(await countHere()).toBe(0);
    expect(archivedAnswers().slice(-2)).toEqual(['attempt 1', 'attempt 2']);
  });

  it('have what breaks lines elsewhere as it was said', async () => {
    const said = 'one\u2028two\u2029three';
    await database.owner.run('update purchase_attempts set raw = $1 where transaction_id = 7', [said]);
    await archiveAll();
    expect(archivedAnswers()[6]).toBe(said);
    const [name = ''] = files();
    const text = textOf(name);
    expect(text).not.toMatch(/[\u2028\u2029]/);
  });

  it('of one kind that cannot be written keep none of the others', async () => {
    const { owner } = database;
    await owner.run(
      `insert into hook_events (provider, body_hash, reference, body, received_at) values ('squad', 'h', 'nothing', 'said', now() - interval '95 days')`,
    );
    fs.writeFileSync(placeOf(), 'a file where the folder should be');
    await expect(archiveDue(context(), 'supplier_answers')).rejects.toThrow('ENOTDIR');
    expect(await archiveDue(context(), 'hook_bodies')).toBe(false);
    expect(await countHere()).toBe(COUNT);
    expect(await owner.get('select body from hook_events')).toEqual({ body: null });
    fs.rmSync(placeOf());
    await owner.run('truncate hook_events');
  });

  it('that cannot be read again stop the round, and not the program', async () => {
    await writeFile(context(), now.folder, 'supplier_answers');
    const [name = ''] = files();
    fs.rmSync(placeOf(name));
    expect(await archiveDue(context(), 'supplier_answers')).toBe(false);
    expect(now.errors.splice(0).join()).toContain('a file of the archive is gone or changed');
    const rows = readRows(now.folder, `supplier_answers/${name}`, 10);
    await expect(rows.next()).rejects.toThrow('ENOENT');
  });

  it('leave an answer that another one has taken the place of meanwhile', async () => {
    await writeFile(context(), now.folder, 'supplier_answers');
    await database.owner.run(`update purchase_attempts set raw = 'another' where transaction_id = 7`);
    await archiveDue(context(), 'supplier_answers');
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
    await writeFile(context(), now.folder, 'supplier_answers');
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
    const place = placeOf(files()[0]);
    const whole = fs.readFileSync(place);
    await database.owner.run('truncate purchase_attempts, archive_files, archive_left restart identity');
    await database.owner.run('update archive_marks set up_to_id = 0');
    await answered(COUNT, '100 days');
    await expect(archiveAll()).rejects.toThrow(`wrote supplier_answers/${files()[0]} into`);
    expect(await adoptFolder(database.pool, now.folder)).toEqual({ files: 0, gone: 0 });
    await archiveAll();
    expect(files()).toHaveLength(2);
    expect(fs.readFileSync(place)).toEqual(whole);
    expect(await verifyArchive(database.pool, now.folder)).toEqual({ files: 2, problems: [] });
  });

  it('are found when one of them was changed, is gone, or has another sum in the list', async () => {
    await answered(10, '98 days', COUNT + 1);
    await archiveAll();
    const [first = '', second = ''] = files();
    const place = placeOf(first);
    const whole = fs.readFileSync(place);
    const problems = async () => (await verifyArchive(database.pool, now.folder)).problems;
    expect(await problems()).toEqual([]);
    const changed = Buffer.from(whole);
    changed[100] = (changed[100] ?? 0) ^ 1;
    fs.writeFileSync(place, changed);
    expect(await problems()).toEqual([`supplier_answers/${first} was changed`]);
    fs.writeFileSync(place, whole);
    fs.rmSync(placeOf(second));
    expect(await problems()).toEqual([`supplier_answers/${second} is gone`]);
    const sums = path.join(now.folder, 'SHA256SUMS');
    fs.writeFileSync(sums, fs.readFileSync(sums, 'utf8').replace(/^\w{4}/, 'abcd'));
    expect(await problems()).toContain(`supplier_answers/${first} has another sum in SHA256SUMS`);
    fs.rmSync(sums);
    expect(await problems()).toEqual(['SHA256SUMS is gone', `supplier_answers/${second} is gone`]);
  });

  it('are not begun anew where the folder is another one', async () => {
    await archiveAll();
    await answered(10, '98 days', COUNT + 1);
    anotherFolder();
    await expect(archiveDue(context(), 'supplier_answers')).rejects.toThrow(
      'is not the folder of the archive',
    );
    expect([fs.readdirSync(now.folder), await countHere()]).toEqual([[], 10]);
  });

  it('are none where ARCHIVE_DIR is off', async () => {
    await archiveAll(context(database.pool, { ARCHIVE_DIR: 'off' }));
    expect([fs.readdirSync(now.folder), await countHere()]).toEqual([[], COUNT]);
  });

  it('are none while the shop is closed after a restore', async () => {
    await database.owner.run('insert into recoveries (restored_to) values (now())');
    await archiveAll();
    expect([fs.readdirSync(now.folder), await countHere()]).toEqual([[], COUNT]);
    await writeFile(context(), now.folder, 'supplier_answers');
    await expect(database.pool.run(`select clear_archived(1, '{1}', '{1}', '{"\\\\x00"}')`)).rejects.toThrow(
      'while the shop is closed',
    );
    await database.owner.run(`update recoveries set opened_at = now(), reason = 'x'`);
  });
});
