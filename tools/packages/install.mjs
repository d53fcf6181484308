import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fail, read, root } from '../checkout.mjs';
import { FOLDER, withAllTheyUse } from './lock-file.mjs';

/*
 * Which packages are there. Nothing but Node's own modules may be imported here, because nothing else may be there yet.
 */

/** @typedef {'all' | 'production'} Kind `production`: what the built server runs with, and nothing that only builds and tests. */

const stamp = path.join(root, 'node_modules/.jara-install');
const flags = { all: ['--include=dev'], production: ['--omit=dev', '--workspace=@jara/server'] };

/**
 * All packages are those of production as well. Somebody may have run npm ci by hand, of which npm keeps a record.
 * @param {Kind} kind
 */
export function isInstalled(kind) {
  const found = read(stamp);
  if (found === stampOf('all') || (kind === 'production' && found === stampOf(kind))) return true;
  const isThere = holdsWhatTheLockFileSays(kind);
  if (isThere) fs.writeFileSync(stamp, stampOf(kind));
  return isThere;
}

/**
 * Installing those of production removes the others.
 * @param {Kind} kind
 */
export function install(kind) {
  console.log(kind === 'all' ? 'Installing the packages' : 'Installing the packages of production');
  const npm = process.env.npm_execpath;
  const options = ['ci', ...flags[kind], '--no-audit', '--no-fund', '--loglevel=error'];
  const [program, ...args] = npm?.endsWith('.js') ? [process.execPath, npm, ...options] : ['npm', ...options];
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: program === 'npm' && process.platform === 'win32',
  });
  if (status !== 0)
    fail('npm ci did not succeed. Check that this machine reaches the package registry, then run it again.');
  fs.writeFileSync(stamp, stampOf(kind));
}

/**
 * @param {Kind} kind
 */
function holdsWhatTheLockFileSays(kind) {
  // Written when npm had finished.
  const record = read(path.join(root, 'node_modules/.package-lock.json'));
  if (record === undefined) return false;
  const present = JSON.parse(record).packages;
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const places = kind === 'all' ? Object.keys(lock.packages) : [...withAllTheyUse(lock, ['server'])];
  return places.every((place) => {
    const { version, link, optional } = lock.packages[place];
    if (!place.startsWith(FOLDER) || link) return true;
    return place in present ? present[place].version === version : optional === true;
  });
}

/** @param {Kind} kind */
function stampOf(kind) {
  const hash = createHash('sha256')
    .update(`${process.platform} ${process.arch}`)
    .update(fs.readFileSync(path.join(root, 'package-lock.json')));
  return `${kind} ${hash.digest('hex')}`;
}
