/** What is removed: copies that no wanted moment needs, and the log before the oldest copy that stays. */
import fs from 'node:fs';
import path from 'node:path';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { listWal, namesIn, removeWal, type BackupPlace } from './backup-folder.ts';
import { listBases, readManifest, timeOfBase } from './manifest.ts';

/**
 * Every moment of the last `days` can still be restored to afterwards: the newest copy that is older than that stays, and so does the only
 * one. Gives the ids of the copies that went.
 */
export function removeOldBackups(place: BackupPlace, days: number, now = new Date()): string[] {
  const bases = listBases(place.folder);
  const since = now.getTime() - days * DAY_MS;
  const firstNeeded = Math.max(
    0,
    bases.findLastIndex((id) => timeOfBase(id).getTime() <= since),
  );
  const removed = bases.slice(0, firstNeeded);
  for (const id of removed) fs.rmSync(path.join(place.folder, 'base', id), { recursive: true, force: true });
  removeUnfinished(place.folder, bases);
  const oldest = bases[firstNeeded];
  if (oldest !== undefined) {
    const { firstWal } = readManifest(place.folder, place.key, oldest);
    for (const { name } of listWal(place.folder)) if (isBefore(name, firstWal)) removeWal(place.folder, name);
  }
  return removed;
}

/** A copy that was broken off has no manifest and will never have one. Only those before the newest whole one: another may be in the making. */
function removeUnfinished(folder: string, bases: readonly string[]): void {
  const newest = bases.at(-1) ?? '';
  for (const id of namesIn(path.join(folder, 'base')))
    if (!bases.includes(id) && id < newest)
      fs.rmSync(path.join(folder, 'base', id), { recursive: true, force: true });
}

/** Histories stay: they are small, and a restore asks for those of all times. The timeline, the first eight digits, does not count. */
const isBefore = (name: string, firstWal: string): boolean =>
  /^[0-9A-F]{24}/.test(name) && name.slice(8, 24) < firstWal.slice(8, 24);
