import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/*
 * Brings a checkout to where its programs run: packages installed as the lock file says, and a build of the present
 * sources. Nothing but Node's own modules may be imported here, because nothing else is there yet.
 */

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const OLDEST_NODE = [20, 19];
const memory = path.join(root, 'dist');
const buildStamp = path.join(memory, 'build.stamp');
const installStamp = path.join(root, 'node_modules/.jara-install');
const builtAlways = ['server/dist/main.js', 'server/dist/migrate.js', 'web/dist/index.html'];
const builtForSandbox = ['sandbox/dist/main.js'];
const sources = [
  'contract',
  'server',
  'sandbox',
  'web',
  'tools/bundle.mjs',
  'tools/bundle-program.mjs',
  'package-lock.json',
];
const notSources = new Set(['node_modules', 'dist', 'web/public/fonts', 'web/public/icons']);

/**
 * A live build has no sandbox in it: it does for a sandbox what a missing one does.
 * @param {{ build: 'never' | 'when-missing' | 'when-changed' | 'always', isLive?: boolean }} wanted
 */
export async function setUp({ build, isLive = false }) {
  refuseOldNode();
  const isWanting = {
    never: () => false,
    'when-missing': () => !isThere(isLive),
    'when-changed': () => !isBuilt(isLive),
    always: () => true,
  }[build];
  if (isInstalled() && !isWanting()) return;

  const release = await lock();
  try {
    if (!isInstalled()) install();
    if (isWanting()) bundle(isLive);
  } finally {
    release();
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

const isInstalled = () => read(installStamp) === installHash();
const isThere = (isLive) => (isLive ? builtAlways : [...builtAlways, ...builtForSandbox]).every(exists);
const isBuilt = (isLive) => isThere(isLive) && read(buildStamp) === stampOf(isLive);
const stampOf = (isLive) => `${isLive ? 'live ' : ''}${sourceHash()}`;

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(`Jara needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
}

function install() {
  if (!holdsWhatTheLockFileSays()) {
    console.log('Installing the packages');
    const npm = process.env.npm_execpath;
    const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    const [program, ...args] = npm?.endsWith('.js') ? [process.execPath, npm, ...flags] : ['npm', ...flags];
    const { status } = spawnSync(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: program === 'npm' && process.platform === 'win32',
    });
    if (status !== 0) {
      fail(
        'npm ci did not succeed. Check that this machine reaches the package registry, then run it again.',
      );
    }
  }
  fs.writeFileSync(installStamp, installHash());
}

/** npm's own record of what it put there, written when it had finished: somebody may have run npm ci by hand. */
function holdsWhatTheLockFileSays() {
  const record = read(path.join(root, 'node_modules/.package-lock.json'));
  if (record === undefined) return false;
  const present = JSON.parse(record).packages;
  const wanted = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([place, { version, link, optional }]) => {
    if (!place.startsWith('node_modules/') || link) return true;
    return place in present ? present[place].version === version : optional === true;
  });
}

function bundle(isLive) {
  console.log('Building');
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'tools/bundle.mjs'), ...(isLive ? ['--live'] : [])],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (status !== 0) fail('The build failed; the reason stands above.');
  fs.mkdirSync(memory, { recursive: true });
  fs.writeFileSync(buildStamp, stampOf(isLive));
}

/** Two starts in one checkout at the same time: the second waits until the first has installed and built. */
async function lock() {
  fs.mkdirSync(memory, { recursive: true });
  const file = path.join(memory, 'setup.lock');
  for (let attempt = 0; ; attempt += 1) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(read(file));
    // An empty file is one that is being written this moment.
    if (holder !== 0 && !isAlive(holder)) fs.rmSync(file, { force: true });
    else if (attempt === 0) console.log(`Waiting for process ${holder || '?'}, which sets up this checkout`);
    await sleep(200);
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function installHash() {
  const machine = `${process.platform} ${process.arch}`;
  return createHash('sha256')
    .update(machine)
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const source of sources) addToHash(hash, source);
  return hash.digest('hex');
}

function addToHash(hash, place) {
  const stat = fs.statSync(path.join(root, place), { throwIfNoEntry: false });
  if (stat === undefined || notSources.has(place) || notSources.has(path.basename(place))) return;
  if (stat.isDirectory()) {
    for (const name of fs.readdirSync(path.join(root, place)).sort()) addToHash(hash, `${place}/${name}`);
  } else if (!/\.test\.tsx?$/.test(place)) {
    hash
      .update(`${place}\0`)
      .update(fs.readFileSync(path.join(root, place)))
      .update('\0');
  }
}

const exists = (place) => fs.existsSync(path.join(root, place));

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Makes the folder of the data, or closes the one that is there: for its owner alone. The database of root runs as another account, which
 * goes through it and reads nothing there.
 * @param {string} folder
 */
export function makeDataDir(folder, isRoot = process.getuid?.() === 0) {
  const mode = isRoot ? 0o711 : 0o700;
  fs.mkdirSync(folder, { recursive: true, mode });
  try {
    fs.chmodSync(folder, mode);
  } catch {
    // A folder that somebody else owns and lends has the rights that they gave it.
  }
}
