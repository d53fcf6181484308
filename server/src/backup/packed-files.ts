/**
 * A folder as one stream: for each entry a line of JSON (its path, its mode, its size) and as many bytes as that says. PostgreSQL writes
 * while it is read: a file that is gone by then is left out, one that shrinks is filled up with zeros, one that grows is cut. The log
 * that belongs to the copy has what is missing.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BackupProblem } from './backup-problem.ts';

export interface Entry {
  /** With slashes, below the folder. */
  path: string;
  kind: 'folder' | 'file';
  bytes: number;
}

export interface PackedFile {
  path: string;
  bytes: number;
  sha256: string;
}

const CHUNK = 1 << 20;

const headOf = (entry: Entry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`);

/** What is not in the folder, or is otherwise in the copy. */
export interface GivenFile {
  path: string;
  content: Buffer;
}

/** Reads the folder as it is now; `onFile` is given each file once it is packed. */
export async function* packFolder(
  folder: string,
  isLeftOut: (place: string) => boolean,
  onFile: (file: PackedFile) => void,
): AsyncGenerator<Buffer> {
  for (const place of listBelow(folder, '')) {
    if (isLeftOut(place)) continue;
    const whole = path.join(folder, place);
    const stat = fs.statSync(whole, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (stat.isDirectory()) yield headOf({ path: place, kind: 'folder', bytes: 0 });
    else yield* packFile(whole, place, onFile);
  }
}

/** Depth first, each folder before what is in it. */
function* listBelow(folder: string, place: string): Generator<string> {
  let names: fs.Dirent[];
  try {
    names = fs.readdirSync(path.join(folder, place), { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = place === '' ? entry.name : `${place}/${entry.name}`;
    yield below;
    if (entry.isDirectory()) yield* listBelow(folder, below);
  }
}

async function* packFile(
  whole: string,
  place: string,
  onFile: (file: PackedFile) => void,
): AsyncGenerator<Buffer> {
  const handle = await fs.promises.open(whole, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return;
  try {
    const bytes = (await handle.stat()).size;
    const hash = createHash('sha256');
    yield headOf({ path: place, kind: 'file', bytes });
    for (let at = 0; at < bytes; at += CHUNK) {
      const chunk = Buffer.alloc(Math.min(CHUNK, bytes - at));
      await handle.read(chunk, 0, chunk.length, at);
      hash.update(chunk);
      yield chunk;
    }
    onFile({ path: place, bytes, sha256: hash.digest('hex') });
  } finally {
    await handle.close();
  }
}

export async function* packGiven(
  given: GivenFile,
  onFile: (file: PackedFile) => void,
): AsyncGenerator<Buffer> {
  const { path: place, content } = given;
  yield headOf({ path: place, kind: 'file', bytes: content.length });
  yield content;
  onFile({
    path: place,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  });
}

/** What takes the entries of a stream. */
export interface Unpacker {
  folder(place: string): void;
  file(place: string): { write(chunk: Buffer): void; end(): void };
}

/** Reads a stream of entries to its end and gives its files, with their sums. */
export async function unpack(source: AsyncIterable<Buffer>, to: Unpacker): Promise<PackedFile[]> {
  const files: PackedFile[] = [];
  const bytesOf = readBytes(source);
  for (;;) {
    const head = await bytesOf.takeLine();
    if (head === undefined) return files;
    const entry = JSON.parse(head) as Entry; // as packed; the stream is authenticated
    if (path.isAbsolute(entry.path) || entry.path.split('/').includes('..'))
      throw new BackupProblem(`The backup has a file outside of its folder: ${entry.path}`);
    if (entry.kind === 'folder') {
      to.folder(entry.path);
      continue;
    }
    const hash = createHash('sha256');
    const file = to.file(entry.path);
    for await (const chunk of bytesOf.take(entry.bytes)) {
      hash.update(chunk);
      file.write(chunk);
    }
    file.end();
    files.push({ path: entry.path, bytes: entry.bytes, sha256: hash.digest('hex') });
  }
}

function readBytes(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (next.done === true) return false;
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return true;
  };
  const incomplete = () => new BackupProblem('The backup ends in the middle of a file.');
  return {
    async takeLine(): Promise<string | undefined> {
      let end = held.indexOf(10);
      while (end === -1) {
        if (!(await more())) {
          if (held.length > 0) throw incomplete();
          return undefined;
        }
        end = held.indexOf(10);
      }
      const text = held.subarray(0, end).toString();
      held = held.subarray(end + 1);
      return text;
    },
    async *take(bytes: number): AsyncGenerator<Buffer> {
      let left = bytes;
      while (left > 0) {
        if (held.length === 0 && !(await more())) throw incomplete();
        const part = held.subarray(0, left);
        held = held.subarray(part.length);
        left -= part.length;
        yield part;
      }
    },
  };
}
