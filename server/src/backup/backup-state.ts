/** How old the backups are, read from the folders themselves, so that every process on the machine can say it. */
import fs from 'node:fs';
import path from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@jara/contract/time-units.ts';
import { listOutgoing, outgoingOf } from './archiver.ts';
import { listWal } from './backup-folder.ts';
import { listBases, timeOfBase } from './manifest.ts';

export interface BackupState {
  /** Of the newest whole copy. */
  lastBackupAt: Date | undefined;
  /** When the newest piece of the log was brought into the folder. */
  lastWalAt: Date | undefined;
  /** Since when the oldest piece that is not there yet has been waiting. */
  waitingSince: Date | undefined;
}

/** `home` holds the cluster. A folder that cannot be read has nothing in it. */
export function readBackupState(folder: string, home: string): BackupState {
  const newest = listBases(folder).at(-1);
  const wal = listWal(folder).map(({ archivedAt }) => archivedAt.getTime());
  const waiting = listOutgoing(home).flatMap((name) => {
    const file = fs.statSync(path.join(outgoingOf(home), name), { throwIfNoEntry: false });
    return file === undefined ? [] : [file.mtime.getTime()];
  });
  return {
    lastBackupAt: newest === undefined ? undefined : timeOfBase(newest),
    lastWalAt: latest(wal, Math.max),
    waitingSince: latest(waiting, Math.min),
  };
}

const latest = (times: number[], pick: (...times: number[]) => number): Date | undefined =>
  times.length === 0 ? undefined : new Date(times.reduce((one, other) => pick(one, other)));

const LONGEST_WAIT_MS = 10 * MINUTE_MS;

export interface BackupTrouble {
  kind: 'backup_alarm' | 'archive_alarm';
  /** In a sentence. */
  problem: string;
}

/** What is wrong with them; nothing when all is well. */
export function problemsOf(
  { lastBackupAt, waitingSince }: BackupState,
  alarmHours: number,
  now: Date,
): BackupTrouble[] {
  const troubles: BackupTrouble[] = [];
  const ageMs = now.getTime() - (lastBackupAt?.getTime() ?? -Infinity);
  if (lastBackupAt === undefined)
    troubles.push({ kind: 'backup_alarm', problem: 'there is no backup: npm run backup' });
  else if (ageMs > alarmHours * HOUR_MS)
    troubles.push({
      kind: 'backup_alarm',
      problem: `the last backup is of ${lastBackupAt.toISOString()}: npm run backup`,
    });
  if (waitingSince !== undefined && now.getTime() - waitingSince.getTime() > LONGEST_WAIT_MS)
    troubles.push({
      kind: 'archive_alarm',
      problem: `the log of the database has not been archived since ${waitingSince.toISOString()}: is BACKUP_DIR there, and has it room?`,
    });
  return troubles;
}
