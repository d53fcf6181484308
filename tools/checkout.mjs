import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/* The folder that all of this is in. Nothing but Node's own modules may be imported here, because nothing else may be there yet. */

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * What `npm run release` puts beside the sources of a release: it is built already, for live mode, and takes no package that only builds.
 */
export const isRelease = fs.existsSync(path.join(root, 'release.json'));

/**
 * Undefined where it is not there.
 * @param {string} file
 */
export function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * For what a person has to read and can act on: no stack.
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(message);
  process.exit(1);
}
