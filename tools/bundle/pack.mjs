import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../checkout.mjs';

/** What a build writes. */
const built = ['server/dist', 'web/dist'];

/**
 * Writes the sources of a commit, and what stands built in this checkout, into one archive.
 * @param {{ commit: string, version: string, name: string, archive: string }} release `name` is the folder that the archive unpacks into
 */
export function pack({ commit, version, name, archive }) {
  const stage = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-release-'));
  try {
    const mark = path.join(stage, 'release.json');
    fs.writeFileSync(mark, `${JSON.stringify({ version, commit })}\n`);
    // git names an added file by the prefix before it.
    const added = built.flatMap(filesIn).map((file) => [path.dirname(file), path.join(root, file)]);
    const files = [['.', mark], ...added].flatMap(([folder, file]) => [
      `--prefix=${path.posix.join(name, folder)}/`,
      `--add-file=${file}`,
    ]);
    execFileSync(
      'git',
      ['archive', '--format=tar.gz', `--output=${archive}`, ...files, `--prefix=${name}/`, commit],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
  } finally {
    fs.rmSync(stage, { recursive: true });
  }
}

/** @param {string} folder */
const filesIn = (folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
