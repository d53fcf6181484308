import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, isRelease, read, root } from './checkout.mjs';
import { install, isInstalled } from './packages/install.mjs';

/*
 * Brings a checkout to where its programs run: packages installed as the lock file says, and a build of the present
 * sources. Nothing but Node's own modules may be imported here, because nothing else is there yet.
 */

const NOT_FOR_A_RELEASE =
  'This is a release: it is built for MODE=live, and has no sandbox and nothing that builds or tests. For those, use a checkout of the ' +
  'sources. Nothing was changed.';
const OLDEST_NODE = [20, 19];
const memory = path.join(root, 'dist');
const buildStamp = path.join(memory, 'build.stamp');
const builtAlways = ['server/dist/main.js', 'server/dist/migrate.js', 'web/dist/index.html'];
const builtForSandbox = ['sandbox/dist/main.js'];
const sources = ['contract', 'server', 'sandbox', 'web', 'tools/bundle', 'package-lock.json'];
const notSources = new Set(['node_modules', 'dist', 'web/public/fonts', 'web/public/icons']);

/**
 * A live build has no sandbox in it: it does for a sandbox what a missing one does. Where nothing is to be built, what runs in live mode needs
 * no packages that only build; `npm start` takes them for as long as it builds, unless they were there before.
 * @param {{ build: 'never' | 'when-missing' | 'when-changed' | 'always', isLive?: boolean, isOfServer?: boolean }} wanted
 *   `isOfServer`: it is a program of the server, which its build has as well.
 * @returns {Promise<{ hasSources: boolean }>} whether programs can be run from their sources
 */
export async function setUp({ build, isLive = false, isOfServer = false }) {
  refuseOldNode();
  if (isRelease && !isOfServer && !(isLive && build === 'when-changed')) fail(NOT_FOR_A_RELEASE);
  const isWanting = {
    never: () => false,
    'when-missing': () => !isThere(isLive),
    'when-changed': () => !isBuilt(isLive),
    always: () => true,
  }[build];
  const isFromBuild = isOfServer && !isInstalled('all') && isBuilt(true);
  const runs = isLive || isFromBuild ? 'production' : 'all';
  if (isInstalled(runs) && !isWanting()) return { hasSources: isInstalled('all') };

  const release = await lock();
  try {
    const hadAll = isInstalled('all');
    if (isWanting()) {
      if (!hadAll) install('all');
      bundle(isLive);
      if (!hadAll && runs === 'production' && build !== 'always') install('production');
    } else if (!isInstalled(runs)) install(runs);
  } finally {
    release();
  }
  return { hasSources: isInstalled('all') };
}

const isThere = (isLive) => (isLive ? builtAlways : [...builtAlways, ...builtForSandbox]).every(exists);
const isBuilt = (isLive) => isThere(isLive) && (isRelease || read(buildStamp) === stampOf(isLive));
const stampOf = (isLive) => `${isLive ? 'live ' : ''}${sourceHash()}`;

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(`Jara needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
}

function bundle(isLive) {
  console.log('Building');
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'tools/bundle/bundle.mjs'), ...(isLive ? ['--live'] : [])],
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
