import { describe, expect, it } from 'vitest';
import { problemsOf, type BackupState } from './backup-state.ts';

const now = new Date('2026-11-22T12:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const well: BackupState = { lastBackupAt: ago(60), lastWalAt: ago(1), waitingSince: undefined };
const problems = (changes: Partial<BackupState>): string[] =>
  problemsOf({ ...well, ...changes }, 26, now).map(({ kind, problem }) => `${kind}: ${problem}`);

describe('backups', () => {
  it.each<[string, Partial<BackupState>]>([
    ['are there', {}],
    ['are as old as they may be', { lastBackupAt: ago(26 * 60) }],
    ['have a log that is about to be archived', { waitingSince: ago(10) }],
  ])('that %s are no news', (_what, changes) => {
    expect(problems(changes)).toEqual([]);
  });

  it.each<[string, Partial<BackupState>, RegExp]>([
    ['were never made', { lastBackupAt: undefined }, /^backup_alarm: there is no backup: npm run backup/],
    ['are too old', { lastBackupAt: ago(26 * 60 + 1) }, /the last backup is of 2026-11-21T09:59/],
    [
      'have a log that is not archived',
      { waitingSince: ago(11) },
      /^archive_alarm: .*has not been archived since .*BACKUP_DIR/,
    ],
  ])('that %s are an alarm', (_what, changes, words) => {
    expect(problems(changes)).toEqual([expect.stringMatching(words)]);
  });
});
