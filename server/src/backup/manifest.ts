/** What a base backup is: when it was taken, which log belongs to it, and the sum of each file in it. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { namesIn, writeDurably, type Written } from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';
import type { BackupKey } from './key-file.ts';
import type { PackedFile } from './packed-files.ts';

export interface Manifest {
  /** Its folder below `base`: the time of its beginning. */
  id: string;
  systemIdentifier: string;
  /** Which PostgreSQL can run it: 18. */
  majorVersion: number;
  /** ISO, by the database. From `endedAt` on, the database can be restored to any moment that the log reaches. */
  startedAt: string;
  endedAt: string;
  /** Without the segments from the first on, the copy is of no use. */
  firstWal: string;
  lastWal: string;
  data: Written;
  files: PackedFile[];
}

const fileOf = (folder: string, id: string): string => path.join(folder, 'base', id, 'manifest.json');

function macOf(key: BackupKey, text: string): Buffer {
  const macKey = Buffer.from(hkdfSync('sha256', key.bytes, '', 'jara backup manifest', 32));
  return createHmac('sha256', macKey).update(text).digest();
}

/** With this the backup is there. */
export function writeManifest(folder: string, key: BackupKey, manifest: Manifest): void {
  const text = JSON.stringify(manifest);
  const mac = macOf(key, text).toString('hex');
  writeDurably(fileOf(folder, manifest.id), `${JSON.stringify({ mac, manifest }, null, 1)}\n`);
}

/** Refuses one that somebody without the key has written or changed. */
export function readManifest(folder: string, key: BackupKey, id: string): Manifest {
  const { mac, manifest } = parse(folder, id);
  const expected = macOf(key, JSON.stringify(manifest));
  const given = Buffer.from(mac, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new BackupProblem(
      `The manifest of ${id} was changed, or written with another key than BACKUP_KEY_FILE holds.`,
    );
  return manifest;
}

function parse(folder: string, id: string): { mac: string; manifest: Manifest } {
  try {
    return JSON.parse(fs.readFileSync(fileOf(folder, id), 'utf8')) as { mac: string; manifest: Manifest }; // proved by its mac
  } catch {
    throw new BackupProblem(`The manifest of ${id} cannot be read.`);
  }
}

/** Ids of the base backups that were completed, oldest first. */
export const listBases = (folder: string): string[] =>
  namesIn(path.join(folder, 'base'))
    .filter((id) => fs.existsSync(fileOf(folder, id)))
    .sort();

/** The time in an id, which is that of its beginning: 20261122T170102Z. */
export function timeOfBase(id: string): Date {
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z/.exec(id) ?? [];
  return new Date(
    `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`,
  );
}

export const idOfBase = (startedAt: Date): string => startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
