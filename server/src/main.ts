/**
 * Starts the server: the database where it comes with the product, HTTP, jobs; and stops it all in the reverse order. It connects by the
 * login of the program alone. What the owner does, migrations above all, another process has done before it serves: migrate.ts.
 */
import { compose, type Program } from './app/compose.ts';
import { warnOfLackingSecond } from './slices/staff-actions/warn-of-lacking-second.ts';
import { armCrashPoint } from './ledger/crash-points.ts';
import { createLog } from './platform/log.ts';
import { ConfigError, readConfig, type Config } from './config/config.ts';
import { openServedDatabase, refuseUnfit } from './app/database.ts';
import { migrateApart } from './app/migrate-apart.ts';
import { problemOf } from './app/problem-of.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What a live installation does not load, and a live build does not have. */
const loadSandbox = () => import('./seed/demo-users.ts');

async function start(config: Config): Promise<void> {
  const sandbox = config.mode === 'sandbox' ? await loadSandbox() : undefined;
  const log = createLog(config.logLevel);
  const database = await openServedDatabase(config, () => migrateApart(process.env), say);
  await refuseUnfit(database.url, config.mode);
  const program = await compose(config, database.url, log);
  await program.app.listen({ host: config.host, port: config.port });
  program.startJobs();
  if (config.mode === 'live') await warnOfLackingSecond(program.context);
  stopOnSignals(program, database);
  stopWithParent();

  say(`\n${config.brand.name} is ready at ${config.publicUrl}`);
  if (sandbox !== undefined) {
    const { demoPassword, demoUserNames } = sandbox;
    say(`Sandbox: play money. Demo accounts, all with password ${demoPassword}: ${demoUserNames.join(', ')}`);
  }
}

function stopOnSignals(program: Program, database: { stop(): Promise<void> }): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    program
      .stop()
      .then(() => database.stop())
      .then(
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
