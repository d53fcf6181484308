/**
 * Starts the server: the database where it comes with the product, HTTP, jobs; and stops it all in the reverse order. It connects by the
 * login of the program alone. What the owner does, migrations above all, another process has done before it serves: migrate.ts. Where
 * several processes serve, this one has the database and starts them.
 */
import cluster from 'node:cluster';
import { agreeOnIdentityKeys } from './slices/identity/hash-keys.ts';
import { warnOfLackingSecond } from './slices/staff-actions/warn-of-lacking-second.ts';
import { armCrashPoint } from './ledger/crash-points.ts';
import { createLog } from './platform/log.ts';
import { openSiblings } from './platform/processes/siblings.ts';
import { ConfigError, readConfig, type Config } from './config/config.ts';
import { openServedDatabase, refuseUnfit } from './app/database.ts';
import { migrateApart } from './app/migrate-apart.ts';
import { refuseTooFewConnections } from './database/connection-budget.ts';
import { problemOf } from './app/problem-of.ts';
import { NUMBER_OF_PROCESS, startProcesses } from './app/start-processes.ts';

/** The database, for a process that another one started; it has the login of the program. */
const SERVED_DATABASE = 'JARA_SERVED_DATABASE';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What a live installation does not load, and a live build does not have. */
const loadSandbox = () => import('./seed/demo-users.ts');

/** What was started, and is stopped before what was started before it. */
interface Started {
  stop(): Promise<void>;
}

async function start(config: Config): Promise<void> {
  if (cluster.isWorker) return startOneOfSeveral(config);
  const sandbox = config.mode === 'sandbox' ? await loadSandbox() : undefined;
  const database = await openServedDatabase(config, () => migrateApart(process.env), say);
  await refuseUnfit(database, config.mode);
  await refuseTooFewConnections(database, config);
  const serving = config.processes === 1 ? serve(config, database.url) : serveBySeveral(config, database.url);
  stopOnSignals(await serving, database);
  stopWithParent();

  const several = config.processes === 1 ? '' : `, by ${config.processes} processes`;
  say(`\n${config.brand.name} is ready at ${addressOf(config)}${several}`);
  if (sandbox !== undefined) {
    const { demoPassword, demoUserNames } = sandbox;
    say(`Sandbox: play money. Demo accounts, all with password ${demoPassword}: ${demoUserNames.join(', ')}`);
  }
}

const addressOf = ({ role, host, port, publicUrl }: Config): string =>
  role === 'worker'
    ? `http://${host}:${port} for /healthz, /readyz and /metrics: it runs the jobs`
    : publicUrl;

async function serve(config: Config, databaseUrl: string, siblings = openSiblings(1, 1)): Promise<Started> {
  // Not loaded by a process that only starts others.
  const { compose } = await import('./app/compose.ts');
  const log = createLog(config.logLevel);
  const ofProcess = siblings.count === 1 ? log : log.child({ process: siblings.number });
  const program = await compose(config, databaseUrl, ofProcess, { siblings });
  await agreeOnIdentityKeys(program.context.pool, config.identity);
  await program.app.listen({ host: config.host, port: config.port });
  program.startJobs();
  if (config.mode === 'live' && siblings.number === 1) await warnOfLackingSecond(program.context);
  return program;
}

const serveBySeveral = (config: Config, databaseUrl: string): Promise<Started> =>
  startProcesses(
    config.processes,
    // They end with this process, and hear of its end by themselves.
    { [SERVED_DATABASE]: databaseUrl, JARA_PARENT_PID: '' },
    createLog(config.logLevel),
  );

async function startOneOfSeveral(config: Config): Promise<void> {
  const url = process.env[SERVED_DATABASE] ?? '';
  // Once more for whichever takes the place of another: meanwhile a newer version may have migrated.
  await refuseUnfit({ url, directUrl: config.databaseDirectUrl }, config.mode);
  const siblings = openSiblings(Number(process.env[NUMBER_OF_PROCESS]), config.processes);
  stopOnSignals(await serve(config, url, siblings));
}

function stopOnSignals(...started: Started[]): void {
  let stopping = false;
  const stopAll = async (): Promise<void> => {
    for (const one of started) await one.stop();
  };
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    stopAll().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('Stopping failed', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
/** When the process that started this one is gone, this one stops too: nothing is left behind. */
function stopWithParent(): void {
  const parent = Number(process.env['JARA_PARENT_PID']);
  if (!Number.isInteger(parent) || parent <= 1) return;
  const isOwnParent = process.ppid === parent;
  setInterval(() => {
    // A dead parent that nobody has buried still answers signals, but it is no longer our parent.
    if (!isRunning(parent) || (isOwnParent && process.ppid !== parent)) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Here and not in the settings: nobody but a test of crashes sets it. */
function armedConfig(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  const problem = armCrashPoint(env['JARA_CRASH_AT'], config.mode === 'sandbox');
  if (problem !== undefined) throw new ConfigError([problem]);
  return config;
}

try {
  await start(armedConfig(process.env));
} catch (error) {
  console.error(problemOf(error));
  process.exit(1);
}
