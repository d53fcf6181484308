/** Looks whether backups are made and the log of the database is archived, where that is asked for. */
import { join } from 'node:path';
import { HOUR_MS } from '@jara/contract/time-units.ts';
import { problemsOf, readBackupState, type BackupState } from '../backup/backup-state.ts';
import { findPlace } from '../database/embedded-postgres-files.ts';
import { raiseAlarm } from '../slices/mails/staff-alarms.ts';
import type { Context } from './context.ts';

/** Undefined where no backups are made. */
export function backupState({ config }: Pick<Context, 'config'>): BackupState | undefined {
  const { backups, dataDir, databaseProgramUrl } = config;
  if (backups.folder === null || databaseProgramUrl !== null) return undefined;
  return readBackupState(backups.folder, findPlace(join(dataDir, 'postgres')).folder);
}

/** Said in the log when it becomes so and then every hour; admins are mailed once a day. */
export function createBackupWatch(): (context: Context) => Promise<boolean> {
  const saidAtMs = new Map<string, number>();
  return async ({ config, log, pool }) => {
    const state = backupState({ config });
    const nowMs = Date.now();
    const troubles = state === undefined ? [] : problemsOf(state, config.backups.alarmHours, new Date(nowMs));
    for (const kind of saidAtMs.keys())
      if (troubles.every((trouble) => trouble.kind !== kind)) saidAtMs.delete(kind);
    for (const { kind, problem } of troubles) {
      if (nowMs - (saidAtMs.get(kind) ?? -Infinity) < HOUR_MS) continue;
      saidAtMs.set(kind, nowMs);
      log.error({ problem }, 'the backups are not as they should be');
      await pool.commit((db) => raiseAlarm(db, { kind, words: problem }));
    }
    return false;
  };
}
