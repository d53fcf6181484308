/**
 * The folder of the backups. A file appears in it under its name only when it is whole and on the disk:
 *
 *   installation               whose backups these are
 *   base/<time>/data.jara      a copy of the cluster
 *   base/<time>/manifest.json  what is in it; written last, so that what has none is no backup
 *   wal/<segment>.jara         the log of the database since
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupProblem } from './backup-problem.ts';
import { decrypt, encrypt } from './encryption.ts';
import type { BackupKey } from './key-file.ts';

const MARK = 'installation';
const ENDING = '.jara';
const PARTIAL = '.part';
/** Of what compresses well (a log that is mostly empty) this takes little; of the rest it would gain little. */
const COMPRESSION = 1;

export interface BackupPlace {
  folder: string;
  key: BackupKey;
}

export interface Written {
  bytes: number;
  sha256: string;
}

/** Of the cluster, as PostgreSQL gives it: restored copies of one installation share it. */
export function claimFolder(folder: string, systemIdentifier: string): void {
  fs.mkdirSync(path.join(folder, 'wal'), { recursive: true, mode: 0o700 });
  fs.mkdirSync(path.join(folder, 'base'), { recursive: true, mode: 0o700 });
  if (!fs.existsSync(path.join(folder, MARK)))
    writeDurably(path.join(folder, MARK), `${JSON.stringify({ systemIdentifier })}\n`);
  refuseOtherFolder(folder, systemIdentifier);
}

/** A folder that is missing may be a disk that is not mounted: nothing is made in its place. */
export function refuseOtherFolder(folder: string, systemIdentifier?: string): void {
  let owner: unknown;
  try {
    owner = (JSON.parse(fs.readFileSync(path.join(folder, MARK), 'utf8')) as Record<string, unknown>)[
      'systemIdentifier'
    ];
  } catch {
    throw new BackupProblem(
      `There are no backups in ${folder}: it is missing, not mounted, or npm run backup was never run with it.`,
    );
  }
  if (systemIdentifier !== undefined && owner !== systemIdentifier)
    throw new BackupProblem(
      `${folder} holds the backups of another installation. Set another BACKUP_DIR; nothing was changed in it.`,
    );
}

export const isWritten = ({ folder }: BackupPlace, name: string): boolean =>
  fs.existsSync(path.join(folder, `${name}${ENDING}`));

/** Compresses, encrypts, and gives what stands on the disk then. Refuses a name that is taken. */
export async function writeFile(
  { folder, key }: BackupPlace,
  name: string,
  source: Readable | AsyncIterable<Uint8Array>,
): Promise<Written> {
  const file = path.join(folder, `${name}${ENDING}`);
  if (fs.existsSync(file)) throw new BackupProblem(`${file} is there already and is not replaced.`);
  const hash = createHash('sha256');
  let bytes = 0;
  const partial = `${file}${PARTIAL}`;
  try {
    await pipeline(
      source,
      createGzip({ level: COMPRESSION }),
      (compressed: AsyncIterable<Uint8Array>) => encrypt(compressed, key, name),
      async function* count(hidden: AsyncIterable<Buffer>) {
        for await (const chunk of hidden) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      fs.createWriteStream(partial, { mode: 0o600, flush: true }),
    );
    fs.renameSync(partial, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    // What is left of it would take the room that the next attempt needs.
    fs.rmSync(partial, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** What was written under the name. */
export async function* readFile({ folder, key }: BackupPlace, name: string): AsyncGenerator<Buffer> {
  const hidden = fs.createReadStream(path.join(folder, `${name}${ENDING}`), { highWaterMark: 1 << 20 });
  const plain = Readable.from(decrypt(hidden, key, name));
  const unpacked = plain.pipe(createGunzip());
  plain.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const chunk of unpacked) yield chunk as Buffer; // a stream of bytes
  } finally {
    hidden.destroy();
    plain.destroy();
  }
}

/** As it stands on the disk, encrypted. */
export async function measure({ folder }: BackupPlace, name: string): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of fs.createReadStream(path.join(folder, `${name}${ENDING}`), {
    highWaterMark: 1 << 20,
  })) {
    hash.update(chunk as Buffer); // a stream of bytes
    bytes += (chunk as Buffer).length; // the same
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Names of the segments and histories that are in the archive, in order, with the time at which each came. */
export function listWal(folder: string): { name: string; archivedAt: Date }[] {
  return namesIn(path.join(folder, 'wal'))
    .filter((file) => file.endsWith(ENDING))
    .sort()
    .map((file) => ({
      name: file.slice(0, -ENDING.length),
      archivedAt: fs.statSync(path.join(folder, 'wal', file)).mtime,
    }));
}

export const removeWal = (folder: string, name: string): void =>
  fs.rmSync(path.join(folder, 'wal', `${name}${ENDING}`), { force: true });

export const namesIn = (folder: string): string[] => {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
};

export function writeDurably(file: string, text: string): void {
  const partial = `${file}${PARTIAL}`;
  fs.writeFileSync(partial, text, { mode: 0o600, flush: true });
  fs.renameSync(partial, file);
  syncFolder(path.dirname(file));
}

/** A name is on the disk when its folder is; where a system has no such call, it sees to that itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
