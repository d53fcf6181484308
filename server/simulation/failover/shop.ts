/** What stands in front of the databases, as on the machine of the product: HAProxy, PgBouncer, two product processes, and the sandbox. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { within } from '../../src/platform/ongoing.ts';
import { Choice } from '../choose.ts';
import type { Counts } from '../counts.ts';
import { startHookProxy } from '../hook-proxy.ts';
import {
  bundleServer,
  controlAt,
  HOOK_SENDERS,
  settings,
  timings,
  type Installation,
} from '../installation.ts';
import { ServerProcess } from '../server-process.ts';
import { endProcess, startSandboxProcess } from '../spawned.ts';
import { searchPath } from './packages.ts';

const root = path.join(import.meta.dirname, '../../..');
const HAPROXY_PORT = 5_000;
const PGBOUNCER_PORT = 6_432;
const SANDBOX_PORT = 3_100;
const serverPorts = [3_001, 3_002] as const;
/** Longer than a supplier's time-out, and than the suppliers' answers take after a failover. */
const QUIET_SECONDS = 20;
const MOST_START_MS = 120_000;

interface ServiceStart {
  args: readonly string[];
  log: string;
  port: number;
  /** By which its unit in Debian stops it. */
  signal: NodeJS.Signals;
}

/** A program that is restarted as its service is. */
class Service {
  readonly #args: readonly string[];
  readonly #log: string;
  readonly #port: number;
  readonly #signal: NodeJS.Signals;
  #child: ChildProcess | undefined;

  constructor({ args, log, port, signal }: ServiceStart) {
    this.#args = args;
    this.#log = log;
    this.#port = port;
    this.#signal = signal;
  }

  async start(): Promise<void> {
    const log = fs.openSync(this.#log, 'a');
    const [program = '', ...args] = this.#args;
    const child = spawn(program, args, {
      env: { PATH: searchPath },
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    child.on('error', () => undefined);
    this.#child = child;
    while (!(await listens(this.#port))) {
      if (child.exitCode !== null) throw new Error(`${program} did not start: see ${this.#log}`);
      await delay(20);
    }
  }

  async stop(): Promise<void> {
    if (this.#child !== undefined) await endProcess(this.#child, this.#signal);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const isThere = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isThere;
}

export interface Shop {
  readonly urls: readonly string[];
  /** As the owner, past PgBouncer. */
  readonly ownerUrl: string;
  readonly haproxy: Service;
  readonly pgbouncer: Service;
  readonly control: Installation['control'];
  /** Migrates, and lets one process after the other give way to one of a new build. */
  deploy(): Promise<void>;
  stop(): Promise<void>;
}

interface ShopPlace {
  /** What is filled from the templates lies in `product` of it. */
  folder: string;
  ownerPassword: string;
  counts: Counts;
  seed: number;
}

/** Runs it as an operator does. Gives the address of the program's login. */
async function migrate(env: NodeJS.ProcessEnv, folder: string): Promise<string> {
  const file = path.join(folder, 'program-url');
  const log = fs.openSync(path.join(folder, 'migrate.log'), 'a');
  const program = spawn('npm', ['run', 'migrate', '--', '--program-url-file', file], {
    cwd: root,
    env,
    stdio: ['ignore', log, log],
  });
  await once(program, 'exit');
  fs.closeSync(log);
  if (program.exitCode !== 0) throw new Error(`npm run migrate failed: see ${folder}/migrate.log`);
  return fs.readFileSync(file, 'utf8').trim();
}

/** PgBouncer lets the program in by what the migration says. */
function writeLogin(folder: string, programUrl: string): void {
  const { username, password } = new URL(programUrl);
  const file = path.join(folder, 'product/etc/pgbouncer/userlist.txt');
  fs.writeFileSync(file, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
}

function pooled(programUrl: string): string {
  const url = new URL(programUrl);
  url.port = String(PGBOUNCER_PORT);
  url.search = '';
  return url.href;
}

/** HAProxy and PgBouncer, as their units start and stop them. */
function servicesIn(folder: string) {
  const at = (place: string): string => path.join(folder, 'product/etc', place);
  const haproxy = new Service({
    args: ['haproxy', '-db', '-f', at('haproxy/haproxy.cfg')],
    log: path.join(folder, 'haproxy.log'),
    port: HAPROXY_PORT,
    signal: 'SIGTERM',
  });
  const pgbouncer = new Service({
    args: ['pgbouncer', '-u', 'postgres', at('pgbouncer/pgbouncer.ini')],
    log: path.join(folder, 'pgbouncer.log'),
    port: PGBOUNCER_PORT,
    signal: 'SIGINT',
  });
  return { haproxy, pgbouncer, authority: at('jara/database-ca.crt') };
}

/** Gives what starts one, and waits until it serves. */
const serverStarter =
  ({ folder, counts, seed }: ShopPlace, databases: Record<string, string>) =>
  async (port: number, program: string): Promise<ServerProcess> => {
    const logFile = path.join(folder, `server-${port}.log`);
    const env = {
      ...settings,
      ...databases,
      PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: String(QUIET_SECONDS),
      SMS_ENABLED: 'off',
      SANDBOX_PORT: String(SANDBOX_PORT),
      DATA_DIR: folder,
      JARA_PARENT_PID: String(process.pid),
    };
    const choice = new Choice(seed + port);
    const server = new ServerProcess({ port, program, env, logFile, choice, counts });
    const isReady = await within(
      server.untilReady().then(() => true),
      MOST_START_MS,
      false,
    );
    if (!isReady) throw new Error(`a product process does not serve: see ${logFile}`);
    return server;
  };

export async function openShop(place: ShopPlace): Promise<Shop> {
  const { folder, ownerPassword, counts, seed } = place;
  const { haproxy, pgbouncer, authority } = servicesIn(folder);
  await haproxy.start();
  const direct = `127.0.0.1:${HAPROXY_PORT}/jara?sslmode=verify-full&sslrootcert=${authority}`;
  const ownerUrl = `postgresql://jara:${ownerPassword}@${direct}`;
  const owner = { ...process.env, ...settings, DATABASE_URL: ownerUrl };
  const programUrl = await migrate(owner, folder);
  writeLogin(folder, programUrl);
  await pgbouncer.start();

  const urls = serverPorts.map((port) => `http://127.0.0.1:${port}`);
  const hooks = await startHookProxy(urls, new Choice(seed + 1), counts);
  const sandbox = await startSandboxProcess(
    { port: SANDBOX_PORT, folder, hooks: hooks.url, receivers: HOOK_SENDERS },
    { SANDBOX_SMTP_PORT: '0' },
  );
  const control = controlAt(`http://127.0.0.1:${SANDBOX_PORT}`);
  await control('timings', timings);

  const startServer = serverStarter(place, {
    DATABASE_PROGRAM_URL: pooled(programUrl),
    DATABASE_DIRECT_URL: `postgresql://${direct}`,
  });
  const build = await bundleServer();
  const builds = [build];
  const servers = await Promise.all(serverPorts.map((port) => startServer(port, build)));

  return {
    urls,
    ownerUrl,
    haproxy,
    pgbouncer,
    control,
    async deploy() {
      const next = await bundleServer();
      builds.push(next);
      await migrate(owner, folder);
      for (const [index, port] of serverPorts.entries()) {
        await servers[index]?.stop();
        servers[index] = await startServer(port, next);
      }
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await hooks.close();
      await endProcess(sandbox, 'SIGTERM');
      await pgbouncer.stop();
      await haproxy.stop();
      for (const folderOfBuild of builds) fs.rmSync(folderOfBuild, { recursive: true, force: true });
    },
  };
}
