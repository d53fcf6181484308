import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type PostgresPlace,
  type ServerAccount,
  findBinaries,
  findPlace,
} from './embedded-postgres-files.ts';
import { endWithSignals, findPortInUse, isReady, releaseCluster } from './embedded-postgres-postmaster.ts';
import { memorySettings } from './embedded-postgres-memory.ts';
import { findFreePort } from './free-port.ts';

/*
 * A real PostgreSQL from the installed packages, for machines that have none. It listens on a free loopback port
 * only, ends with this process however that ends, and starts whatever a crash has left behind.
 */

export interface EmbeddedPostgresOptions {
  /** Kept between starts; made when it does not exist. */
  dataDir: string;
  /** False gives up crash safety of the machine for speed: for tests only. */
  durable: boolean;
  /** Lays each segment of the log into the folder `outgoing` as soon as it is full, or was written to for so long. */
  archiveSeconds?: number;
  /** Server settings that win over the ones here. */
  settings?: Record<string, string>;
  /** Its name in the folder; `cluster` unless given. */
  cluster?: string;
  /** How long it may take to recover; 5 min unless given. */
  readyTimeoutMs?: number;
  /** How long a process that still holds the database may take to end; 15 s unless given. */
  ownerTimeoutMs?: number;
  log: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Holds `cluster`, `password` and `outgoing`. */
  folder: string;
  /** Superuser on the database `postgres`. The password is read when this is asked for, so a process that does not ask never has it. */
  readonly url: string;
  /** Superuser on the named database, in the same way. */
  adminUrl: (database: string) => string;
  /** Ends it cleanly; open connections are closed. */
  stop: () => Promise<void>;
}

/** Everything one start of the postmaster needs. */
interface Installation {
  binaries: string;
  cluster: string;
  folder: string;
  account: ServerAccount;
  settings: Record<string, string>;
  readyTimeoutMs: number;
  ownerTimeoutMs: number;
  log: (line: string) => void;
}

const READY_TIMEOUT_MS = 300_000;
const START_RETRY_MS = 20_000;
const HEX = '0123456789abcdef';
const LARGEST_LOG_BYTES = 5_000_000;

const ALWAYS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  huge_pages: 'off',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Neither the row that broke a constraint nor a statement with values in it: both name people.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};
/** Of tests, of which several run beside each other. */
const NOT_DURABLE = {
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** Starts the cluster of `dataDir`, making it first when needed. Refuses while another process uses it. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = findPlace(path.resolve(options.dataDir));
  const installation: Installation = {
    ...place,
    binaries: findBinaries(place),
    cluster: path.join(place.folder, options.cluster ?? 'cluster'),
    settings: {
      ...ALWAYS,
      ...(options.durable ? memorySettings() : NOT_DURABLE),
      ...(options.archiveSeconds === undefined ? {} : archiveSettings(place, options.archiveSeconds)),
      ...options.settings,
    },
    readyTimeoutMs: options.readyTimeoutMs ?? READY_TIMEOUT_MS,
    ownerTimeoutMs: options.ownerTimeoutMs ?? 15_000,
    log: options.log,
  };
  makePassword(installation);
  if (!fs.existsSync(installation.cluster)) await makeCluster(installation, options.durable);

  const { stop, port } = await supervise(installation);
  const adminUrl = addressesOf(place.folder, port);
  return {
    folder: place.folder,
    get url() {
      return adminUrl('postgres');
    },
    adminUrl,
    stop,
  };
}

/** By a library that comes with PostgreSQL: a command would be run by a shell, as an account that may not run this program. */
function archiveSettings({ folder, account }: PostgresPlace, seconds: number): Record<string, string> {
  const outgoing = path.join(folder, 'outgoing');
  fs.mkdirSync(outgoing, { recursive: true, mode: 0o700 });
  if (account) fs.chownSync(outgoing, account.uid, account.gid);
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': outgoing,
    archive_timeout: String(seconds),
  };
}

/** Addresses of the database that another living process runs in `dataDir`; undefined when none does. */
export function findRunningPostgres(dataDir: string): ((database: string) => string) | undefined {
  const { folder } = findPlace(path.resolve(dataDir));
  const port = findPortInUse(path.join(folder, 'cluster'));
  if (port === undefined) return undefined;
  return addressesOf(folder, port);
}

const addressesOf = (folder: string, port: number) => (database: string) => {
  const password = fs.readFileSync(path.join(folder, 'password'), 'utf8');
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
};

/** Never a text, which nobody could take out of the memory of this process again. */
function makePassword({ folder, account }: Installation): void {
  const file = path.join(folder, 'password');
  if (fs.existsSync(file)) return;
  const password = randomBytes(48);
  for (const [at, byte] of password.entries()) password[at] = HEX.charCodeAt(byte % HEX.length);
  const partial = `${file}.new`;
  fs.writeFileSync(partial, password, { mode: 0o600 });
  password.fill(0);
  if (account) fs.chownSync(partial, account.uid, account.gid);
  fs.renameSync(partial, file);
}

/** A cluster appears under its name only when it is whole, so a crash while it is made leaves nothing behind. */
async function makeCluster({ binaries, cluster, folder, account, log }: Installation, durable: boolean) {
  log('Making the database cluster');
  const partial = `${cluster}.new`;
  fs.rmSync(partial, { recursive: true, force: true });
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${path.join(folder, 'password')}`];
  const speed = durable ? [] : ['--no-sync'];
  await promisify(execFile)(
    path.join(binaries, 'initdb'),
    [`--pgdata=${partial}`, ...locale, ...login, ...speed],
    { ...account, cwd: folder, env: plainEnvironment() },
  );
  fs.renameSync(partial, cluster);
}

/** No setting of the caller's own PostgreSQL (PGDATA, PGPORT...) and no secret reaches the database process. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env as Record<string, string | undefined>;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH ? { PATH } : {}), ...(SystemRoot ? { SystemRoot } : {}) };
}

/** Keeps one postmaster running until it is stopped; one that crashes comes back on the same port. */
async function supervise(installation: Installation) {
  const { postmaster, port } = await start(installation);
  const running = { postmaster, stopping: false };
  const endWithProcess = () => running.postmaster.kill('SIGINT');
  process.once('exit', endWithProcess);
  const watching = keepRunning(running, () => start(installation, port), installation.log);

  const stop = async () => {
    running.stopping = true;
    process.off('exit', endWithProcess);
    await endPostmaster(running.postmaster);
    await watching;
    // A restart that was under way when the stop came has left another one.
    await endPostmaster(running.postmaster);
  };
  return { stop, port };
}

async function keepRunning(
  running: { postmaster: ChildProcess; stopping: boolean },
  restart: () => ReturnType<typeof start>,
  log: (line: string) => void,
): Promise<void> {
  let delayMs = 1_000;
  while (!running.stopping) {
    if (!hasEnded(running.postmaster)) await once(running.postmaster, 'exit');
    if (running.stopping) return;
    const { signalCode, exitCode } = running.postmaster;
    log(`PostgreSQL ended unexpectedly (${signalCode ?? exitCode}); starting it again`);
    try {
      running.postmaster = (await restart()).postmaster;
      delayMs = 1_000;
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
      await sleep(delayMs);
      delayMs = Math.min(delayMs * 2, 30_000);
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

function endPostmaster(postmaster: ChildProcess): Promise<void> {
  return endWithSignals(
    (signal) => postmaster.kill(signal),
    () => hasEnded(postmaster),
  );
}

/** Retries what passes by itself: a port that was taken in between, backends of a killed postmaster that still end. */
async function start(installation: Installation, fixedPort?: number) {
  const deadlineMs = Date.now() + START_RETRY_MS;
  for (;;) {
    await releaseCluster(installation);
    const port = fixedPort ?? (await findFreePort());
    const outcome = await launch(installation, port);
    if (typeof outcome !== 'string') return { postmaster: outcome, port };
    const mayPass = /already exists|already in use|still in use|could not create any TCP/.test(outcome);
    if (!mayPass || Date.now() > deadlineMs) throw new Error(`PostgreSQL did not start: ${outcome.trim()}`);
    await sleep(100);
  }
}

/** The running postmaster, or what it said when it ended instead. */
async function launch(installation: Installation, port: number): Promise<ChildProcess | string> {
  const { binaries, cluster, folder, account } = installation;
  const log = openLog(installation);
  // The owner's number in the command line lets a later start tell an orphan from a database in use.
  const settings = { ...installation.settings, port: String(port), cluster_name: `jara-${process.pid}` };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...deathSignal(), path.join(binaries, 'postgres'), '-D', cluster, ...flags];
  const [program = '', ...args] = command;
  const postmaster = spawn(program, args, {
    ...account,
    cwd: folder,
    env: plainEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
    // Ctrl-C goes to this process only, which ends its own work before the database.
    detached: true,
  });
  postmaster.on('error', () => undefined);
  postmaster.unref();
  fs.closeSync(log.fd);

  const deadlineMs = Date.now() + installation.readyTimeoutMs;
  while (Date.now() < deadlineMs) {
    if (postmaster.pid === undefined) return `${program} cannot be run`;
    if (hasEnded(postmaster)) {
      return fs.readFileSync(log.file).subarray(log.size).toString();
    }
    if (isReady(cluster, postmaster.pid)) return postmaster;
    await sleep(10);
  }
  postmaster.kill('SIGQUIT');
  return `it was not ready after ${installation.readyTimeoutMs / 1000} s; see ${log.file}`;
}

function openLog({ folder, account }: Installation) {
  const file = path.join(folder, 'postgres.log');
  const isLarge = (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG_BYTES;
  const fd = fs.openSync(file, isLarge ? 'w' : 'a', 0o600);
  if (account) fs.fchownSync(fd, account.uid, account.gid);
  return { file, fd, size: fs.fstatSync(fd).size };
}

/** Where the system can do it, the database gets its clean stop even when this process is killed. */
function deathSignal(): string[] {
  const prefix = ['--pdeathsig', 'INT'];
  const isThere = process.platform === 'linux' && spawnSync('setpriv', [...prefix, 'true']).status === 0;
  return isThere ? ['setpriv', ...prefix] : [];
}
