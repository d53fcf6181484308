/** Looks whether backups are made and the log of the database is archived, where that is asked for. */
import { join } from 'node:path';
import { HOUR_MS } from '@jara/contract/time-units.ts';
import { problemsOf, readBackupState, type BackupState } from '../backup/backup-state.ts';
import { findPlace } from '../database/embedded-postgres-files.ts';
import type { Context } from './context.ts';

/** Undefined where no backups are made. */
export function backupState({ config }: Pick<Context, 'config'>): BackupState | undefined {
  const { backups, dataDir, databaseUrl } = config;
  if (backups.folder === null || databaseUrl !== null) return undefined;
  return readBackupState(backups.folder, findPlace(join(dataDir, 'postgres')).folder);
}

/** Said when it becomes so, and then every hour. */
export function createBackupWatch(): (context: Context) => Promise<boolean> {
  const saidAtMs = new Map<string, number>();
  return async ({ config, log }) => {
    const state = backupState({ config });
    const nowMs = Date.now();
    const problems = state === undefined ? [] : problemsOf(state, config.backups.alarmHours, new Date(nowMs));
    for (const problem of saidAtMs.keys()) if (!problems.includes(problem)) saidAtMs.delete(problem);
    for (const problem of problems) {
      if (nowMs - (saidAtMs.get(problem) ?? -Infinity) < HOUR_MS) continue;
      saidAtMs.set(problem, nowMs);
      log.error({ problem }, 'the backups are not as they should be');
    }
    return false;
  };
}
