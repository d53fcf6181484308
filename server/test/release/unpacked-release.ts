/** A release as it stands on a production machine: the archive that `npm run release` writes, unpacked, with the packages that run there. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../../tools/checkout.mjs';
import { FOLDER, withAllTheyUse, type Lock } from '../../../tools/packages/lock-file.mjs';
import { pack } from '../../../tools/bundle/pack.mjs';
import { setUp } from '../../../tools/setup.mjs';

const NAME = 'jara-of-test';
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Gives its folder. The packages are copies of this checkout's, so no registry is asked. */
export async function unpackRelease(): Promise<string> {
  await setUp({ build: 'when-changed' });
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-release-test-'));
  const archive = path.join(home, 'release.tar.gz');
  // With what is not committed yet, where there is some.
  const commit = git('stash', 'create') || git('rev-parse', 'HEAD');
  pack({ commit, version: '0.0.0', name: NAME, archive });
  execFileSync('tar', ['-xzf', archive, '-C', home]);
  const folder = path.join(home, NAME);
  installAsNpmWould(folder);
  return folder;
}

export const removeRelease = (folder: string): void => fs.rmSync(path.dirname(folder), { recursive: true });

/** What `npm ci --omit=dev --workspace=@jara/server` puts there, and its record of it. */
function installAsNpmWould(folder: string): void {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock; // written by npm
  const places = [...withAllTheyUse(lock, ['server'])].filter(
    (place) => place.startsWith(FOLDER) && fs.existsSync(path.join(root, place)),
  );
  for (const place of places) copyPackage(path.join(root, place), path.join(folder, place));
  const packages = Object.fromEntries(places.map((place) => [place, lock.packages[place]]));
  fs.writeFileSync(path.join(folder, FOLDER, '.package-lock.json'), JSON.stringify({ packages }));
}

/** Without the packages in it, which have places of their own. */
const copyPackage = (from: string, to: string): void =>
  fs.cpSync(from, to, { recursive: true, filter: (source) => source !== path.join(from, 'node_modules') });
