/**
 * The files of the archive: JSON lines, compressed, for the owner of the program alone, and beside them SHA256SUMS with the sum of each, as
 * `sha256sum --check` reads it. A file has its name only when it is whole and on the disk, and is never written again once it is listed.
 * Whose folder it is stands in owner.ts.
 */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { HOUR_MS } from '@jara/contract/time-units.ts';
import type { ArchivedRow } from './kinds.ts';

const gzip = promisify(zlib.gzip);

const SUMS = 'SHA256SUMS';

/** What an operator has to see to; `npm run archive` says it in words. */
export class ArchiveProblem extends Error {
  override name = 'ArchiveProblem';
}

export interface WrittenFile {
  rows: number;
  bytes: number;
  sha256: string;
}

/** So that a name that was given is on the disk as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One row. JSON leaves two characters as they are that newer versions of Node take for the end of one. */
const textOf = (row: object): string =>
  `${JSON.stringify(row).replaceAll(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`)}\n`;

/** What processes left that ended. */
async function removeAbandoned(folder: string, beginning: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${beginning}.`) || !name.endsWith('.part')) continue;
    const place = path.join(folder, name);
    const { mtimeMs } = await stat(place);
    if (Date.now() - mtimeMs > HOUR_MS) await rm(place, { force: true });
  }
}

/** A file under a name that nobody else writes by, however long a process was away, until it is whole. */
async function openPart(folder: string, beginning: string): Promise<{ part: string; handle: FileHandle }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder, beginning);
  const part = path.join(folder, `${beginning}.${randomUUID()}.part`);
  return { part, handle: await open(part, 'wx', 0o600) };
}

/** Whatever lies there under names that begin so: nothing of it is written over, and nothing is removed. */
export async function namesThere(folder: string, beginning: string): Promise<Set<string>> {
  const { dir, base } = path.parse(beginning);
  const place = path.join(folder, dir);
  const there = fs.existsSync(place) ? await readdir(place) : [];
  return new Set(there.filter((name) => name.startsWith(base)).map((name) => `${dir}/${name}`));
}

/** Makes the file on the first rows; it has another name until `end`. */
export function createFileWriter(folder: string, otherName: string) {
  const hash = createHash('sha256');
  let bytes = 0;
  let rows = 0;
  let part: string | undefined;
  let handle: FileHandle | undefined;
  return {
    get rows() {
      return rows;
    },
    /** Each time as a piece that is compressed by itself: pieces in a row are one file to whoever reads it. */
    async write(added: readonly object[]): Promise<void> {
      if (added.length === 0) return;
      if (handle === undefined) ({ part, handle } = await openPart(folder, otherName));
      const piece = await gzip(added.map(textOf).join(''));
      await handle.writeFile(piece);
      hash.update(piece);
      bytes += piece.length;
      rows += added.length;
    },
    async end(name: string): Promise<WrittenFile> {
      if (part === undefined) throw new Error('nothing was written');
      await handle?.sync();
      await handle?.close();
      handle = undefined;
      const whole = path.join(folder, name);
      await mkdir(path.dirname(whole), { recursive: true, mode: 0o700 });
      // Takes the name where nobody has it, also on file systems that give a file no second one.
      await (await open(whole, 'wx', 0o600)).close();
      await rename(part, whole);
      await syncFolder(path.dirname(whole));
      return { rows, bytes, sha256: hash.digest('hex') };
    },
    async abandon(): Promise<void> {
      await handle?.close();
      handle = undefined;
      if (part !== undefined) await rm(part, { force: true });
    },
  };
}

/** The text of a small file; undefined where there is none. */
export const readText = (folder: string, name: string): Promise<string | undefined> =>
  readFile(path.join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

export interface SumList {
  /** By the names of the files. */
  sums: Map<string, string>;
  /** Lines that are no sums. */
  broken: string[];
}

/** Undefined where there is no list. */
export async function readSums(folder: string): Promise<SumList | undefined> {
  const text = await readText(folder, SUMS);
  if (text === undefined) return undefined;
  const list: SumList = { sums: new Map(), broken: [] };
  for (const entry of text.split('\n').filter((one) => one !== '')) {
    const [, sum, name] = /^([0-9a-f]{64}) {2}([a-z_]+\/\d{4}-\d\d-\d\d\.\d+\.jsonl\.gz)$/.exec(entry) ?? [];
    if (sum === undefined || name === undefined) list.broken.push(entry);
    else list.sums.set(name, sum);
  }
  return list;
}

/** A small file is exchanged as a whole. Only one at a time may do so. */
export async function replaceText(folder: string, name: string, text: string): Promise<void> {
  const { part, handle } = await openPart(folder, name);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, path.join(folder, name));
  await syncFolder(folder);
}

export const writeSums = (folder: string, sums: ReadonlyMap<string, string>): Promise<void> =>
  replaceText(
    folder,
    SUMS,
    [...sums.keys()]
      .toSorted()
      .map((name) => `${sums.get(name)}  ${name}\n`)
      .join(''),
  );

/** What a damaged list says of files that the database does not know is lost with it: a copy stays. */
export async function keepDamagedSums(folder: string): Promise<void> {
  const text = await readText(folder, SUMS);
  if (text !== undefined) await replaceText(folder, `${SUMS}.damaged.${randomUUID()}`, text);
}

/** Of the file as it lies there; undefined where there is none. */
export async function sumOfFile(folder: string, name: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of fs.createReadStream(path.join(folder, name))) hash.update(chunk as Buffer);
  } catch (error) {
    // A disk that does not answer has lost nothing yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}

/** The rows of a file, so many at a time. */
export async function* readRows(folder: string, name: string, most: number): AsyncGenerator<ArchivedRow[]> {
  const file = fs.createReadStream(path.join(folder, name));
  // What goes wrong with the file comes out of the loop below.
  const input = pipeline(file, zlib.createGunzip(), () => undefined);
  const texts = createInterface({ input, crlfDelay: Infinity });
  let rows: ArchivedRow[] = [];
  for await (const text of texts) {
    rows.push(JSON.parse(text) as ArchivedRow); // as this program wrote it: its sum was compared
    if (rows.length < most) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
