import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../database/embedded-postgres.ts';
import { removeDataDir } from '../database/embedded-postgres-files.ts';
import { inOneSession } from '../database/one-session.ts';
import { startArchiver, listOutgoing, type Archiver } from './archiver.ts';
import { claimFolder, listWal, writeFile, type BackupPlace } from './backup-folder.ts';
import { takeBaseBackup } from './base-backup.ts';
import { makeKeyFile } from './key-file.ts';
import { listBases, type Manifest } from './manifest.ts';
import { restoreCluster, type RestoreRequest } from './restore-cluster.ts';
import { removeOldBackups } from './retention.ts';
import { verifyBackups } from './verify.ts';

/* A real cluster that is written to while it is copied, restored to moments before and after the copy. */

const silent = (): void => undefined;
let folder: string;
let place: BackupPlace;
let said: string[];
const running = new Set<{ stop(): Promise<void> }>();

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-backup-'));
  fs.chmodSync(folder, 0o755);
  place = { folder: path.join(folder, 'backups'), key: makeKeyFile(path.join(folder, 'key')) };
  said = [];
});
afterEach(async () => {
  for (const one of running) await one.stop();
  running.clear();
  for (const name of ['first', 'second']) removeDataDir(path.join(folder, name));
  fs.rmSync(folder, { recursive: true, force: true });
});

const dataDir = (name = 'first') => path.join(folder, name);

async function serve(name = 'first'): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: dataDir(name),
    durable: false,
    archiveSeconds: 1,
    log: silent,
  });
  running.add(postgres);
  return postgres;
}
async function stop(one: { stop(): Promise<void> }): Promise<void> {
  running.delete(one);
  await one.stop();
}

const run = <Row>(postgres: EmbeddedPostgres, sql: string): Promise<Row[]> =>
  inOneSession(postgres.url, (ask) => ask<Row>(sql));

const identifierOf = async (postgres: EmbeddedPostgres): Promise<string> =>
  (await run<{ id: string }>(postgres, 'select system_identifier::text as id from pg_control_system()'))[0]
    ?.id ?? '';

async function archive(postgres: EmbeddedPostgres): Promise<Archiver> {
  const archiver = startArchiver({
    home: postgres.folder,
    place,
    systemIdentifier: await identifierOf(postgres),
    onProblem: (words) => said.push(words),
  });
  running.add(archiver);
  return archiver;
}

const backUp = (postgres: EmbeddedPostgres): Promise<Manifest> => takeBaseBackup(postgres, place, silent);

/** A commit, and the time after it. */
async function note(postgres: EmbeddedPostgres, text: string): Promise<Date> {
  await run(postgres, `insert into notes values ('${text}')`);
  const [row] = await run<{ at: Date }>(postgres, 'select clock_timestamp() as at');
  await new Promise((resolve) => setTimeout(resolve, 20));
  return row?.at ?? new Date(0);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Everything that was committed is in the folder of the backups. */
async function archiveAll(postgres: EmbeddedPostgres, archiver: Archiver): Promise<void> {
  // Named by a record of its own: where the segment was switched a moment ago already, another switch does nothing.
  const [last] = await run<{ name: string }>(
    postgres,
    `select pg_walfile_name(pg_logical_emit_message(true, 'test', 'the last one')) as name`,
  );
  await run(postgres, 'select pg_switch_wal()');
  await until(async () => {
    await archiver.bringAll();
    return listWal(place.folder).some(({ name }) => name === last?.name);
  });
}

const restore = (to: Date | null, more: Partial<RestoreRequest> = {}): Promise<Manifest> =>
  restoreCluster({
    place,
    dataDir: dataDir('second'),
    until: to,
    replace: false,
    say: (line) => said.push(line),
    finish: async () => undefined,
    ...more,
  });

async function notesIn(name: string): Promise<string[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir(name), durable: false, log: silent });
  running.add(postgres);
  const rows = await run<{ text: string }>(postgres, 'select text from notes order by text');
  await stop(postgres);
  return rows.map(({ text }) => text);
}

describe('a backup of a database that serves', () => {
  it('is restored on another machine to each moment, with what was committed until then and nothing else', async () => {
    const postgres = await serve();
    const archiver = await archive(postgres);
    await run(postgres, 'create table notes (text text)');
    let writes = 0;
    let isWriting = true;
    const writing = (async () => {
      for (; isWriting; writes += 1)
        await run(
          postgres,
          `create table noise_${writes} as select repeat('x', 500) from generate_series(1, 300)`,
        );
    })();
    const manifest = await backUp(postgres);
    isWriting = false;
    await writing;
    expect(writes).toBeGreaterThan(0);
    const first = await note(postgres, 'a');
    const second = await note(postgres, 'b');
    const third = await note(postgres, 'c');
    await archiveAll(postgres, archiver);
    expect(await verifyBackups(place, silent)).toMatchObject({ problems: [], bases: [manifest] });
    await stop(postgres);
    await stop(archiver);
    removeDataDir(dataDir());

    for (const [moment, notes] of [
      [first, ['a']],
      [second, ['a', 'b']],
      [third, ['a', 'b', 'c']],
      [null, ['a', 'b', 'c']],
    ] as const) {
      await restore(moment);
      expect(await notesIn('second')).toEqual(notes);
      removeDataDir(dataDir('second'));
    }
  }, 120_000);

  it('is refused where no log is archived, and the folder of another installation is left alone', async () => {
    const plain = await startEmbeddedPostgres({ dataDir: dataDir('second'), durable: false, log: silent });
    running.add(plain);
    await expect(backUp(plain)).rejects.toThrow('keeps no archive of its log');
    claimFolder(place.folder, '1');
    const postgres = await serve();
    await expect(backUp(postgres)).rejects.toThrow('backups of another installation');
  });
});

describe('a restore', () => {
  it('moves a database aside only when it is told to, and continues on a timeline of its own', async () => {
    let postgres = await serve();
    let archiver = await archive(postgres);
    await run(postgres, 'create table notes (text text)');
    await backUp(postgres);
    const moment = await note(postgres, 'kept');
    await note(postgres, 'lost');
    await archiveAll(postgres, archiver);
    const request = { dataDir: dataDir() };
    await expect(restore(moment, request)).rejects.toThrow('The database is in use');
    await stop(postgres);
    await stop(archiver);
    await expect(restore(moment, request)).rejects.toThrow('With --replace it is moved aside');
    await restore(moment, { ...request, replace: true });
    const aside = fs.readdirSync(postgres.folder).filter((name) => name.startsWith('cluster.before-'));
    expect(aside).toHaveLength(1);

    // What happens afterwards is archived beside what was lost, and can be restored in its turn.
    postgres = await serve();
    archiver = await archive(postgres);
    const later = await note(postgres, 'later');
    await archiveAll(postgres, archiver);
    await stop(postgres);
    await stop(archiver);
    expect(said.filter((line) => line.includes('two databases'))).toEqual([]);
    await restore(later);
    expect(await notesIn('second')).toEqual(['kept', 'later']);
  }, 120_000);

  it('to a moment that cannot be restored says so, and changes nothing', async () => {
    const postgres = await serve();
    const archiver = await archive(postgres);
    await expect(restore(null)).rejects.toThrow('There are no backups in');
    await run(postgres, 'create table notes (text text)');
    const before = await note(postgres, 'before');
    const manifest = await backUp(postgres);
    await expect(restore(before)).rejects.toThrow(`The oldest backup was complete at ${manifest.endedAt}`);
    await note(postgres, 'after');
    await archiveAll(postgres, archiver);
    await stop(postgres);
    await stop(archiver);
    await expect(restore(new Date(Date.now() + 60_000))).rejects.toThrow('The archive does not reach');
    expect(fs.existsSync(path.join(dataDir('second'), 'cluster'))).toBe(false);
  }, 120_000);
});

describe('the archive', () => {
  it('keeps what it cannot bring, says so once, and goes on when it can', async () => {
    const postgres = await serve();
    const archiver = await archive(postgres);
    await run(postgres, 'create table notes (text text)');
    await run(postgres, 'select pg_switch_wal()');
    await until(() => said.length > 0 && listOutgoing(postgres.folder).length > 0);
    expect(said).toEqual([expect.stringContaining('There are no backups in')]);
    claimFolder(place.folder, await identifierOf(postgres));
    await until(() => listOutgoing(postgres.folder).length === 0);
    expect(listWal(place.folder).length).toBeGreaterThan(0);
    await stop(archiver);
    expect(said).toHaveLength(1);
  });

  it('never replaces a segment by one with another content', async () => {
    const postgres = await serve();
    claimFolder(place.folder, await identifierOf(postgres));
    const [next] = await run<{ name: string }>(
      postgres,
      'select pg_walfile_name(pg_current_wal_lsn()) as name',
    );
    const name = next?.name ?? '';
    await writeFile(
      place,
      `wal/${name}`,
      (async function* other() {
        yield Buffer.from('of somebody else');
      })(),
    );
    await run(postgres, 'create table notes (text text)');
    await run(postgres, 'select pg_switch_wal()');
    await archive(postgres);
    await until(() => said.length > 0);
    expect(said[0]).toContain('two databases write to it');
    expect(listOutgoing(postgres.folder)).toContain(name);
  });
});

describe('what is old', () => {
  it('goes, but every moment of the wanted days can still be restored, and what is left is whole', async () => {
    const postgres = await serve();
    const archiver = await archive(postgres);
    await run(postgres, 'create table notes (text text)');
    const made: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      made.push((await backUp(postgres)).id);
      await note(postgres, `after ${turn}`);
      await archiveAll(postgres, archiver);
      await until(() => Date.now() % 1_000 < 500);
    }
    const count = listWal(place.folder).length;
    const now = new Date();
    expect(removeOldBackups(place, 1, now)).toEqual([]);
    expect(listBases(place.folder)).toEqual(made);
    // Two days later only the newest is needed for the moments of the last day.
    expect(removeOldBackups(place, 1, new Date(now.getTime() + 48 * 3_600_000))).toEqual(made.slice(0, 2));
    expect(listBases(place.folder)).toEqual(made.slice(2));
    expect(listWal(place.folder).length).toBeLessThan(count);
    expect((await verifyBackups(place, silent)).problems).toEqual([]);
    expect(removeOldBackups(place, 1, new Date(now.getTime() + 960 * 3_600_000))).toEqual([]);
  }, 60_000);

  it.each([
    ['a byte of the copy', (base: string) => flip(path.join(base, 'data.jara')), /not what was written/],
    ['the manifest', (base: string) => edit(path.join(base, 'manifest.json')), /was changed/],
  ])('a change of %s is found', async (_what, spoil, words) => {
    const postgres = await serve();
    await archive(postgres);
    const { id } = await backUp(postgres);
    spoil(path.join(place.folder, 'base', id));
    expect((await verifyBackups(place, silent)).problems).toContainEqual(expect.stringMatching(words));
  });

  it('a segment that is missing, cut or changed is found', async () => {
    const postgres = await serve();
    const archiver = await archive(postgres);
    await backUp(postgres);
    for (const text of ['a', 'b', 'c']) {
      await run(postgres, `create table ${text} (text text)`);
      await archiveAll(postgres, archiver);
    }
    const segments = listWal(place.folder).filter(({ name }) => name.length === 24);
    const fileOf = (from: number) => path.join(place.folder, 'wal', `${segments.at(from)?.name}.jara`);
    flip(fileOf(-1));
    fs.truncateSync(fileOf(-2), fs.statSync(fileOf(-2)).size - 1);
    fs.rmSync(fileOf(-3));
    const { problems } = await verifyBackups(place, silent);
    expect(problems.filter((words) => words.includes('is damaged'))).toHaveLength(2);
    expect(problems).toContainEqual(expect.stringContaining('The log has a gap'));
  });
});

function flip(file: string): void {
  const content = fs.readFileSync(file);
  const at = Math.floor(content.length / 2);
  content.writeUInt8(content.readUInt8(at) ^ 1, at);
  fs.writeFileSync(file, content);
}

function edit(file: string): void {
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"startedAt": "2', '"startedAt": "3'));
}
