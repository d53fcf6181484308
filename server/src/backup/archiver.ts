/**
 * Brings the log of the database into the folder of the backups. PostgreSQL lays each finished segment into a folder beside the cluster,
 * by a library of its own and so without a shell; from there it is encrypted, written, and only then removed. While the folder of the
 * backups is full or missing, the segments stay where they are, and whoever watches is told.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import {
  isWritten,
  namesIn,
  readFile,
  refuseOtherFolder,
  writeFile,
  type BackupPlace,
} from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';

/** Segments, their parts at the end of a timeline, histories, and marks of backups: not what is still being written. */
const FINISHED = /^[0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?$|^[0-9A-F]{8}\.history$/;
const EVERY_MS = SECOND_MS;

export interface Archiver {
  /** Returns when nothing is left to bring, or throws why it cannot be brought. */
  bringAll(): Promise<void>;
  stop(): Promise<void>;
}

export interface ArchiverOptions {
  /** Of the database: holds `cluster`, and `outgoing`, into which PostgreSQL lays the segments. */
  home: string;
  place: BackupPlace;
  systemIdentifier: string;
  /** Called once when the archive begins to fail, and again when it fails otherwise. */
  onProblem(words: string): void;
}

export const outgoingOf = (home: string): string => path.join(home, 'outgoing');

/** PostgreSQL still has its hands on a segment, and fails when it goes, until it has noted that it is archived. */
const isNoted = (home: string, name: string): boolean =>
  !fs.existsSync(path.join(home, 'cluster/pg_wal/archive_status', `${name}.ready`));

export const listOutgoing = (home: string): string[] =>
  namesIn(outgoingOf(home))
    .filter((name) => FINISHED.test(name))
    .sort();

/** Begins at once, and goes on until it is stopped. */
export function startArchiver(options: ArchiverOptions): Archiver {
  const stopping = new AbortController();
  let round: Promise<void> = Promise.resolve();
  const bringAll = (): Promise<void> => {
    // One round after the other, whoever asks for it.
    round = round.catch(() => undefined).then(() => bringOnce(options));
    return round;
  };
  const running = keepBringing(bringAll, options.onProblem, stopping.signal);
  return {
    bringAll,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function keepBringing(
  bringAll: () => Promise<void>,
  onProblem: (words: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let last = '';
  while (!signal.aborted) {
    const words = await bringAll().then(() => '', wordsOf);
    if (words !== last && words !== '') onProblem(words);
    last = words;
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function bringOnce({ home, place, systemIdentifier }: ArchiverOptions): Promise<void> {
  const waiting = listOutgoing(home).filter((name) => isNoted(home, name));
  if (waiting.length > 0) refuseOtherFolder(place.folder, systemIdentifier);
  for (const name of waiting) {
    const file = path.join(outgoingOf(home), name);
    const target = `wal/${name}`;
    if (!isWritten(place, target)) await writeFile(place, target, fs.createReadStream(file));
    else if (!(await isSame(place, target, file)))
      throw new BackupProblem(
        `${name} is in ${place.folder} already, with another content: two databases write to it. Set another BACKUP_DIR for one of them.`,
      );
    // A crash before this line brings the same segment once more.
    fs.rmSync(file);
  }
}

async function isSame(place: BackupPlace, target: string, file: string): Promise<boolean> {
  const hashOf = async (source: AsyncIterable<unknown>): Promise<string> => {
    const hash = createHash('sha256');
    for await (const chunk of source) hash.update(chunk as Buffer); // streams of bytes
    return hash.digest('hex');
  };
  return (await hashOf(readFile(place, target))) === (await hashOf(fs.createReadStream(file)));
}
