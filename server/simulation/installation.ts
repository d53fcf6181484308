/**
 * The product as it is run in earnest, to be broken: two servers on one durable PostgreSQL, each with a proxy of its own before the
 * database, the sandbox as a process, and a proxy before the hooks.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { rolldown } from 'rolldown';
import { migrateApart } from '../src/app/migrate-apart.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/database/embedded-postgres.ts';
import { removeDataDir } from '../src/database/embedded-postgres-files.ts';
import { findFreePort } from '../src/database/free-port.ts';
import { openPool, type Pool } from '../src/platform/db.ts';
import { Choice } from './choose.ts';
import type { Counts } from './counts.ts';
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';
import { startHookProxy, type HookProxy } from './hook-proxy.ts';
import { ServerProcess } from './server-process.ts';
import { endProcess, startSandboxProcess } from './spawned.ts';

const root = path.join(import.meta.dirname, '../..');
const silent = pino({ level: 'silent' });

export interface BankTransfer {
  accountNumber: string;
  /** Naira. */
  amount: number;
  /** How often and when the bank's hook is sent. */
  hooks: 'once' | 'twice' | 'late';
}

export interface Installation {
  readonly servers: readonly ServerProcess[];
  readonly databaseProxies: readonly DatabaseProxy[];
  readonly hookProxy: HookProxy;
  readonly sandboxUrl: string;
  /** Superuser on the database, past the proxies. */
  readonly owner: Pool;
  /** What the processes print stands here. */
  readonly folder: string;
  /** Ends PostgreSQL's postmaster as a power cut would; it is started again. */
  killDatabase(): Promise<void>;
  /** Ends one connection's process, which makes PostgreSQL throw away all others and recover. */
  killBackend(choice: Choice): Promise<void>;
  control(path: string, body?: object): Promise<unknown>;
  /** Somebody sends money into a reserved account; gives the bank's id of it. */
  payByBank(transfer: BankTransfer): Promise<string>;
  /** Keeps what the processes printed when `isSaved`. */
  stop(isSaved: boolean): Promise<void>;
}

/** How a run differs from an installation in earnest. */
export const settings = {
  MODE: 'sandbox',
  LOG_LEVEL: 'warn',
  PURCHASE_WAIT_MS: '1500',
  PURCHASE_FIRST_CHECK_SECONDS: '1',
  // What was delivered is asked about as soon as the quiet phase lets time pass.
  RETURN_CHECKS_PER_MINUTE: '60000',
  GLAD_TIMEOUT_MS: '1500',
  ALARO_TIMEOUT_MS: '1500',
  VTPASS_TIMEOUT_MS: '1500',
  TEST_TOP_UP_MAXIMUM_NAIRA: '1000000',
  COUPON_DAILY_MAXIMUM_NAIRA: '1000000000',
  IDENTITY_CHECKS_PER_HOUR: '10000',
  METER_CHECKS_PER_HOUR: '100000',
  // Two of the staff for each debit and for what a supplier was paid at once, and one for whatever else, since so much is never moved.
  STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000000',
};
export const HOOK_SENDERS = ['squad', 'glad', 'alaro', 'vtpass', 'paymentpoint'];
export const timings = {
  processingMs: 1_500,
  slowMs: 1_000,
  tokenMs: 1_000,
  reversalMs: 3_000,
  webhookRetryMs: 1_000,
};

export interface InstallationOptions {
  seed: number;
  counts: Counts;
  /** How long "not known" has to last; longer than a server is ever frozen, and the suppliers' time-out. */
  quietSeconds: number;
}

export async function startInstallation({
  seed,
  counts,
  quietSeconds,
}: InstallationOptions): Promise<Installation> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jara-fire-'));
  // For root the database runs as another user, who has to get there.
  chmodSync(folder, 0o755);
  const program = await bundleServer();
  const postgres = await startDatabase(folder);
  const databaseUrl = postgres.adminUrl('jara');
  const [portOne, portTwo, sandboxPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const targets = [portOne, portTwo].map((port) => `http://127.0.0.1:${port}`);
  const hookProxy = await startHookProxy(targets, new Choice(seed + 1), counts);
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const sandbox = await startSandboxProcess(
    { port: sandboxPort, folder, hooks: hookProxy.url, receivers: HOOK_SENDERS },
    { SANDBOX_SMTP_PORT: '0' },
  );

  const databaseProxies = [await startProxy(databaseUrl), await startProxy(databaseUrl)];
  const env = {
    ...settings,
    PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: String(quietSeconds),
    SMS_ENABLED: 'off',
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: folder,
    JARA_PARENT_PID: String(process.pid),
  };
  const programUrl = await migrateApart({ ...process.env, ...settings, DATABASE_URL: databaseUrl });
  const servers = [portOne, portTwo].map((port, index) => {
    const choice = new Choice(seed + 2 + index);
    const logFile = path.join(folder, `server-${index + 1}.log`);
    const url = through(databaseProxies[index], programUrl);
    return new ServerProcess({
      port,
      program,
      env: { ...env, DATABASE_PROGRAM_URL: url },
      logFile,
      choice,
      counts,
    });
  });
  await Promise.all(servers.map((server) => server.untilReady()));
  const owner = openPool({ url: databaseUrl, size: 4, role: null, log: silent });
  const control = controlAt(sandboxUrl);
  await control('timings', timings);
  return {
    servers,
    databaseProxies,
    hookProxy,
    sandboxUrl,
    owner,
    folder,
    killDatabase: () => killPostmaster(owner),
    killBackend: (choice) => killBackend(owner, choice),
    control,
    payByBank: payByBankAt(control),
    async stop(isSaved) {
      await owner.close();
      await Promise.all(servers.map((server) => server.stop()));
      await hookProxy.close();
      await Promise.all(databaseProxies.map((proxy) => proxy.close()));
      await endProcess(sandbox, 'SIGTERM');
      await stopDatabase(postgres, folder, isSaved);
      rmSync(program, { recursive: true, force: true });
    },
  };
}

/** One file starts faster than many that are translated, and a server that is killed starts often. Beside `src/`, from where it finds its files. */
export async function bundleServer(): Promise<string> {
  const server = path.join(root, 'server');
  const folder = mkdtempSync(path.join(server, '.fire-'));
  const bundled = await rolldown({
    input: {
      main: path.join(server, 'src/main.ts'),
      'shift-clock': path.join(server, 'simulation/shift-clock.ts'),
    },
    cwd: server,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@jara/'),
    tsconfig: path.join(root, 'tsconfig.json'),
  });
  await bundled.write({ dir: folder, format: 'esm' });
  await bundled.close();
  return folder;
}

async function startDatabase(folder: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: true,
    log: () => undefined,
  });
  const first = openPool({ url: postgres.url, size: 1, role: null, log: silent });
  await first.run('create database jara');
  await first.close();
  return postgres;
}

async function stopDatabase(postgres: EmbeddedPostgres, folder: string, isSaved: boolean): Promise<void> {
  await postgres.stop();
  removeDataDir(path.join(folder, 'postgres'));
  if (!isSaved) rmSync(folder, { recursive: true, force: true });
}

const startProxy = (databaseUrl: string): Promise<DatabaseProxy> =>
  startDatabaseProxy(Number(new URL(databaseUrl).port));

function through(proxy: DatabaseProxy | undefined, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.port = String(proxy?.port);
  return url.href;
}

export function payByBankAt(control: Installation['control']): Installation['payByBank'] {
  return async ({ hooks, ...transfer }) => {
    const answer = await control('bank-transfer', { ...transfer, tell: hooks });
    return (answer as { transactionId: string }).transactionId; // as it answers
  };
}

export function controlAt(sandboxUrl: string): Installation['control'] {
  return async (call: string, body?: object): Promise<unknown> => {
    const answer = await fetch(
      `${sandboxUrl}/control/${call}`,
      body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          },
    );
    return answer.json();
  };
}

async function killPostmaster(owner: Pool): Promise<void> {
  const { pid } = await owner.get<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  process.kill(Number(pid), 'SIGKILL');
}

async function killBackend(owner: Pool, choice: Choice): Promise<void> {
  const backends = await owner.rows<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and application_name = 'jara' and pid <> pg_backend_pid()
     order by pid`,
  );
  if (backends.length > 0) process.kill(choice.of(backends).pid, 'SIGKILL');
}
