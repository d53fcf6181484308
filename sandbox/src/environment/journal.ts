/**
 * The append-only journal: one JSON line per commit, on disk before anything is answered.
 *
 * Commits that wait at the same moment share one flush, so a slow disk costs latency and not throughput.
 * A line that a kill tore in two was never acknowledged and is cut off at the next start; a broken line
 * anywhere else means that the file was damaged, and the environment refuses to start on it.
 */
import { createHash } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, readSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalRecord } from './records.ts';

export interface Journal {
  /**
   * Resolves once the records are safe. Records of one call are kept or lost together. Rejects while the disk takes nothing: what happened
   * stands in the stores all the same, so its records are written with the next ones that the disk takes.
   */
  append(records: readonly JournalRecord[]): Promise<void>;
  /** Resolves once everything appended so far is safe; tries again what could not be written. */
  flushed(): Promise<void>;
  /** Forgets everything, and begins again with `records`. */
  restart(records: readonly JournalRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** For benches: keeps nothing. */
export const memoryJournal: Journal = {
  append: () => Promise.resolve(),
  flushed: () => Promise.resolve(),
  restart: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** A sandbox whose start was killed needs a moment to notice. */
const LEAVE_MS = 5_000;

export class JournalInUse extends Error {
  constructor(directory: string) {
    super(`Another sandbox already writes the journal in ${directory}`);
  }
}

/** Opens the journal in `directory`, hands every record already there to `replay`, oldest first. */
export async function openFileJournal(
  directory: string,
  replay: (record: JournalRecord) => void,
): Promise<Journal> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Mails with their links are in it.
  chmodSync(directory, 0o700);
  const lock = await holdDirectory(directory);
  try {
    const path = join(directory, 'journal.jsonl');
    const bytes = replayFile(path, replay);
    const file = await open(path, 'a', 0o600);
    await file.chmod(0o600);
    await syncDirectory(directory);
    return new FileJournal(file, lock, bytes);
  } catch (error) {
    lock?.close();
    throw error;
  }
}

class FileJournal implements Journal {
  readonly #file: FileHandle;
  readonly #lock: Server | undefined;
  #queued: string[] = [];
  #nextFlush: Promise<void> | undefined;
  #lastFlush: Promise<void> = Promise.resolve();
  /** Up to here the file holds whole lines that are safe. */
  #safeBytes: number;
  /** A failed flush may have left more than that. */
  #isTorn = false;
  #emptyFirst = false;

  constructor(file: FileHandle, lock: Server | undefined, safeBytes: number) {
    this.#file = file;
    this.#lock = lock;
    this.#safeBytes = safeBytes;
  }

  append(records: readonly JournalRecord[]): Promise<void> {
    const [only] = records;
    this.#queued.push(`${JSON.stringify(records.length === 1 ? only : records)}\n`);
    return this.#flushSoon();
  }

  async flushed(): Promise<void> {
    await this.#lastFlush;
    if (this.#queued.length > 0) await this.#flushSoon();
  }

  restart(records: readonly JournalRecord[]): Promise<void> {
    // What still waits belongs to the old environment; whatever comes from now on is written after the cut.
    this.#queued = [];
    this.#emptyFirst = true;
    return this.append(records);
  }

  async close(): Promise<void> {
    try {
      await this.flushed();
    } finally {
      await this.#file.close();
      this.#lock?.close();
    }
  }

  #flushSoon(): Promise<void> {
    if (this.#nextFlush === undefined) {
      this.#nextFlush = this.#lastFlush.then(() => this.#flush());
      // Each caller sees the failure through its own promise; this one only orders the flushes.
      this.#lastFlush = this.#nextFlush.catch(() => undefined);
    }
    return this.#nextFlush;
  }

  async #flush(): Promise<void> {
    const lines = this.#queued;
    this.#queued = [];
    this.#nextFlush = undefined;
    if (this.#emptyFirst) {
      this.#safeBytes = 0;
      this.#isTorn = true;
      this.#emptyFirst = false;
    }
    const text = Buffer.from(lines.join(''));
    try {
      if (this.#isTorn) await this.#file.truncate(this.#safeBytes);
      this.#isTorn = true;
      await this.#file.appendFile(text);
      await this.#file.datasync();
      this.#isTorn = false;
      this.#safeBytes += text.length;
    } catch (error) {
      if (!this.#emptyFirst) this.#queued.unshift(...lines);
      throw new Error('The journal cannot be written', { cause: error });
    }
  }
}

/** Gives the length of the file, which then ends with a whole line. */
function replayFile(path: string, replay: (record: JournalRecord) => void): number {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
  const chunk = Buffer.alloc(1 << 20);
  let rest = Buffer.alloc(0);
  let completeBytes = 0;
  try {
    for (;;) {
      const size = readSync(descriptor, chunk);
      if (size === 0) break;
      rest = Buffer.concat([rest, chunk.subarray(0, size)]);
      let end = rest.indexOf(0x0a);
      let start = 0;
      while (end !== -1) {
        replayLine(rest.toString('utf8', start, end), path, replay);
        start = end + 1;
        end = rest.indexOf(0x0a, start);
      }
      completeBytes += start;
      rest = rest.subarray(start);
    }
  } finally {
    closeSync(descriptor);
  }
  if (rest.length > 0) truncateSync(path, completeBytes);
  return completeBytes;
}

function replayLine(line: string, path: string, replay: (record: JournalRecord) => void): void {
  let commit: JournalRecord | JournalRecord[];
  try {
    // The file is written by append() alone, so its shape is known.
    commit = JSON.parse(line) as JournalRecord | JournalRecord[];
  } catch (error) {
    throw new Error(`${path} is damaged: a line that is not the last one is not JSON`, { cause: error });
  }
  if (Array.isArray(commit)) for (const record of commit) replay(record);
  else replay(commit);
}

/** Makes the name of a new file durable too. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  await handle.sync();
  await handle.close();
}

/**
 * Two writers would destroy the journal. A socket name of the kernel is the lock, because it vanishes with its
 * process however that ends; where the platform has no such names, the port is the only guard.
 */
async function holdDirectory(directory: string): Promise<Server | undefined> {
  const name = `jara-sandbox-${createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 32)}`;
  const prefixes: Partial<Record<NodeJS.Platform, string>> = { linux: '\0', win32: '\\\\.\\pipe\\' };
  const prefix = prefixes[process.platform];
  if (prefix === undefined) return undefined;
  const deadlineMs = Date.now() + LEAVE_MS;
  for (;;) {
    const lock = await tryLock(`${prefix}${name}`);
    if (lock !== undefined) return lock;
    if (Date.now() > deadlineMs) throw new JournalInUse(directory);
    await sleep(100);
  }
}

function tryLock(address: string): Promise<Server | undefined> {
  const lock = createServer();
  return new Promise((settle) => {
    lock.once('error', () => settle(undefined));
    lock.listen(address, () => settle(lock.unref()));
  });
}
