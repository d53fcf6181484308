/**
 * A cluster as it was at a moment: a copy is unpacked beside the one that is there, and the log is replayed up to that moment. Only when it
 * serves does it take the place, and what was there before is moved aside, never removed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@jara/contract/time-units.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../database/embedded-postgres.ts';
import { findPlace, type PostgresPlace } from '../database/embedded-postgres-files.ts';
import { findPortInUse } from '../database/embedded-postgres-postmaster.ts';
import { listOutgoing, outgoingOf } from './archiver.ts';
import { listWal, readFile, refuseOtherFolder, type BackupPlace } from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';
import { listBases, readManifest, type Manifest } from './manifest.ts';
import { unpack, type Unpacker } from './packed-files.ts';

export interface RestoreRequest {
  place: BackupPlace;
  /** Where the embedded PostgreSQL lives. */
  dataDir: string;
  /** Null for all that is archived. */
  until: Date | null;
  /** Whether a database that is there may be moved aside. */
  replace: boolean;
  say(line: string): void;
  /** What is done in the restored database before it takes the place. */
  finish(postgres: EmbeddedPostgres): Promise<void>;
}

const RESTORING = 'cluster.restoring';
const INCOMING = 'incoming';
/** A segment comes into the archive some time after what is in it was committed. */
const LAG_MS = HOUR_MS;
const ARCHIVE_SECONDS = 60;
const REPLAY_MS = 24 * HOUR_MS;
const NOT_REACHED = 'recovery ended before configured recovery target was reached';
/** Run by a shell in the folder of the cluster; nothing in it comes from outside. */
const RESTORE_COMMAND =
  process.platform === 'win32' ? 'copy "..\\incoming\\%f" "%p"' : 'cp "../incoming/%f" "%p"';

/** Gives the backup that it began with. */
export async function restoreCluster(request: RestoreRequest): Promise<Manifest> {
  const { place, until, say } = request;
  refuseOtherFolder(place.folder);
  const home = findPlace(request.dataDir);
  refuseOccupied(home.folder, request.replace);
  const manifest = chooseBase(place, until);
  say(`Unpacking base/${manifest.id}`);
  await unpackBase(place, manifest, home);
  const postgres = await replay(request, home, manifest);
  try {
    await request.finish(postgres);
  } finally {
    await postgres.stop();
  }
  takePlace(home.folder, say);
  return manifest;
}

function refuseOccupied(folder: string, mayReplace: boolean): void {
  const cluster = path.join(folder, 'cluster');
  if (!fs.existsSync(cluster)) return;
  if (findPortInUse(cluster) !== undefined)
    throw new BackupProblem(
      'The database is in use. Stop the server first, then run this again. Nothing was changed.',
    );
  if (!mayReplace)
    throw new BackupProblem(
      `There is a database in ${folder}. With --replace it is moved aside, not removed, and the restored one takes its place. Nothing was changed.`,
    );
}

/** The newest copy that was complete at that moment: the less there is to replay. */
function chooseBase(place: BackupPlace, until: Date | null): Manifest {
  const manifests = listBases(place.folder).map((id) => readManifest(place.folder, place.key, id));
  const [oldest] = manifests;
  if (oldest === undefined) throw new BackupProblem(`There is no whole backup in ${place.folder}.`);
  const found = manifests.findLast(({ endedAt }) => until === null || new Date(endedAt) <= until);
  if (found === undefined)
    throw new BackupProblem(
      `The oldest backup was complete at ${oldest.endedAt}: no earlier moment can be restored. Nothing was changed.`,
    );
  return found;
}

async function unpackBase(place: BackupPlace, manifest: Manifest, home: PostgresPlace): Promise<void> {
  const target = path.join(home.folder, RESTORING);
  // Left by a restore that was broken off.
  fs.rmSync(target, { recursive: true, force: true });
  makeFolder(target, home);
  const files = await unpack(readFile(place, `base/${manifest.id}/data`), into(target, home));
  const sums = new Map(files.map((file) => [file.path, file.sha256]));
  const changed = manifest.files.find((file) => sums.get(file.path) !== file.sha256);
  if (changed !== undefined)
    throw new BackupProblem(`base/${manifest.id} does not have ${changed.path} as it was read.`);
  writeOwned(path.join(target, 'recovery.signal'), '', home);
}

const into = (target: string, home: PostgresPlace): Unpacker => ({
  folder: (place) => makeFolder(path.join(target, place), home),
  file(place) {
    const whole = path.join(target, place);
    const handle = fs.openSync(whole, 'w', 0o600);
    if (home.account) fs.fchownSync(handle, home.account.uid, home.account.gid);
    return { write: (chunk) => void fs.writeSync(handle, chunk), end: () => fs.closeSync(handle) };
  },
});

function makeFolder(folder: string, { account }: PostgresPlace): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) fs.chownSync(folder, account.uid, account.gid);
}

function writeOwned(file: string, content: string | Buffer, { account }: PostgresPlace): void {
  fs.writeFileSync(file, content, { mode: 0o600 });
  if (account) fs.chownSync(file, account.uid, account.gid);
}

/** Replays what is archived up to the moment, and gives the database that serves then. */
async function replay(
  request: RestoreRequest,
  home: PostgresPlace,
  manifest: Manifest,
): Promise<EmbeddedPostgres> {
  const { place, until, say } = request;
  makeFolder(path.join(home.folder, INCOMING), home);
  const all = await bringWal(request, home, manifest, until && new Date(until.getTime() + LAG_MS));
  const reached = await start(request, home, until);
  if (typeof reached !== 'string') return reached;
  if (!all) await bringWal(request, home, manifest, null);
  const again = all ? reached : await start(request, home, until);
  if (typeof again !== 'string') return again;
  const newest = listWal(place.folder).at(-1)?.archivedAt;
  if (until === null || newest === undefined || newest < until)
    throw new BackupProblem(
      `The archive does not reach ${until?.toISOString() ?? 'so far'}: the last commit in it is of ${again}. ` +
        'Take an earlier moment, or all that there is: --until latest. Nothing was changed.',
    );
  say(`Nothing was committed between ${again} and the moment that you asked for.`);
  const whole = await start(request, home, null);
  if (typeof whole === 'string') throw new BackupProblem('The log of the database cannot be replayed.');
  return whole;
}

/** From the beginning of the copy on; what came later than `until` is left out. Gives whether that was all. */
async function bringWal(
  { place, say }: RestoreRequest,
  home: PostgresPlace,
  manifest: Manifest,
  until: Date | null,
): Promise<boolean> {
  const needed = listWal(place.folder).filter(
    ({ name }) => !/^[0-9A-F]{24}/.test(name) || name.slice(8, 24) >= manifest.firstWal.slice(8, 24),
  );
  const wanted = needed.filter(({ archivedAt }) => until === null || archivedAt <= until);
  const incoming = path.join(home.folder, INCOMING);
  const missing = wanted.filter(({ name }) => !fs.existsSync(path.join(incoming, name)));
  say(`Reading ${missing.length} segments of the log`);
  for (const { name } of missing) await bringSegment(place, name, home);
  // What the machine had not brought into the archive yet when it was stopped.
  for (const name of listOutgoing(home.folder))
    if (!fs.existsSync(path.join(incoming, name)))
      writeOwned(path.join(incoming, name), fs.readFileSync(path.join(outgoingOf(home.folder), name)), home);
  return wanted.length === needed.length;
}

/** The empty end of a segment takes no room on the disk. */
async function bringSegment(place: BackupPlace, name: string, home: PostgresPlace): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of readFile(place, `wal/${name}`)) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  let used = whole.length;
  while (used > 0 && whole[used - 1] === 0) used -= 1;
  const file = path.join(home.folder, INCOMING, name);
  const partial = `${file}.part`;
  writeOwned(partial, whole.subarray(0, used), home);
  fs.truncateSync(partial, whole.length);
  fs.renameSync(partial, file);
}

/** The database that serves, or the time of the last commit when the log ends before the moment. */
async function start(
  { say, dataDir }: RestoreRequest,
  home: PostgresPlace,
  until: Date | null,
): Promise<EmbeddedPostgres | string> {
  const restoring = path.join(home.folder, RESTORING);
  bringPassword(restoring, home, say);
  say(until === null ? 'Replaying the log to its end' : `Replaying the log up to ${until.toISOString()}`);
  try {
    return await startEmbeddedPostgres({
      dataDir,
      cluster: RESTORING,
      durable: true,
      readyTimeoutMs: REPLAY_MS,
      // The history of the timeline that begins here belongs into the archive: a later restore would follow the one that was left.
      archiveSeconds: ARCHIVE_SECONDS,
      settings: {
        restore_command: RESTORE_COMMAND,
        hot_standby: 'off',
        ...(until === null
          ? {}
          : {
              recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
              recovery_target_action: 'promote',
            }),
      },
      log: () => undefined,
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : '';
    if (!words.includes(NOT_REACHED)) throw error;
    await sleep(100);
    return /last completed transaction was at log time ([^\n]+)/.exec(words)?.[1] ?? 'before the backup';
  }
}

/** Of the cluster that is restored; on another machine there is none, or another one, which stays beside it. */
function bringPassword(restoring: string, home: PostgresPlace, say: (line: string) => void): void {
  const restored = path.join(restoring, 'password');
  if (!fs.existsSync(restored)) return;
  const own = path.join(home.folder, 'password');
  const content = fs.readFileSync(restored);
  if (fs.existsSync(own) && !fs.readFileSync(own).equals(content)) moveAside(own, say);
  writeOwned(own, content, home);
  fs.rmSync(restored);
}

function takePlace(folder: string, say: (line: string) => void): void {
  const cluster = path.join(folder, 'cluster');
  if (fs.existsSync(cluster)) moveAside(cluster, say);
  fs.renameSync(path.join(folder, RESTORING), cluster);
  fs.rmSync(path.join(folder, INCOMING), { recursive: true, force: true });
}

function moveAside(place: string, say: (line: string) => void): void {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const aside = `${place}.before-${stamp}`;
  fs.renameSync(place, aside);
  say(`What was there before is in ${aside}. Remove it when you are sure that you do not need it.`);
}
