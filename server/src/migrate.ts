/**
 * `npm run migrate`: as the owner, brings the database to the schema of this version, fills that of a sandbox, and makes or renews the login of
 * the program, by which a server connects. `-- --program-url-file FILE` writes its address there, for DATABASE_PROGRAM_URL_FILE of the server.
 * `npm start` runs it before the server, and gets the address from it.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { reachDatabase, refuseWrongClock } from './app/database.ts';
import type { BroughtUp } from './app/migrate-apart.ts';
import { problemOf } from './app/problem-of.ts';
import { envOfServer, readConfig, readPlace, readSecretsKeys } from './config/config.ts';
import { migrate, type Migrated } from './database/migrate.ts';
import { openProgramLogin, refuseOtherLogin } from './database/program-login.ts';
import { addressOfLoginIn, userOf } from './platform/connections/address.ts';
import { createLog } from './platform/log.ts';

const isForStart = process.send !== undefined;

/** Whoever started this one is gone: what is not committed yet is undone. */
const abandon = (): void => process.exit(1);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function sayWhatRan({ migrations, functions }: Migrated): void {
  if (migrations.length > 0) say(`Database: migrated to ${migrations.at(-1)}`);
  else if (!isForStart)
    say(`Database: every migration had run, and ${functions.length} functions were renewed`);
}

/** Gives the address of the program's login. */
async function bringUp(env: NodeJS.ProcessEnv): Promise<string> {
  const place = readPlace(env);
  const { databaseUrl, databasePooledUrl, databaseProgramUrl, mode = 'sandbox' } = place;
  const ofServer = () =>
    readConfig(databaseUrl === null ? env : envOfServer(env, databaseProgramUrl ?? databaseUrl));
  // A server that would refuse its settings does not get as far as a database that older ones refuse.
  const config = isForStart || mode === 'sandbox' ? ofServer() : undefined;
  const sandbox = config?.mode === 'sandbox' ? await import('./seed/seed.ts') : undefined;
  const database = await reachDatabase(place, say);
  try {
    await refuseWrongClock(database.url);
    sayWhatRan(await migrate(database.url, { ...database, mode }));
    if (config !== undefined) {
      const { hashKey, earlierHashKeys } = config.identity;
      await sandbox?.seed(database.url, createLog(config.logLevel), hashKey, earlierHashKeys);
    }
    const direct =
      databaseProgramUrl ?? (await openProgramLogin(database.url, readSecretsKeys(env).secretsKey));
    // A pooler may have to be given that login first: who serves looks whether it was.
    await refuseOtherLogin(direct);
    const isOurs = databaseProgramUrl === null && databasePooledUrl !== null;
    return isOurs ? addressOfLoginIn(databasePooledUrl, direct) : direct;
  } finally {
    await database.stop();
  }
}

function handBack(programUrl: string): void {
  process.off('disconnect', abandon);
  const directUrl = envOfServer(process.env, programUrl)['DATABASE_DIRECT_URL'];
  process.send?.({ programUrl, directUrl } satisfies BroughtUp, () => process.disconnect());
}

function sayWhoLogsIn(programUrl: string, file: string | undefined): void {
  say(`Database: a server logs in as ${userOf(programUrl)}`);
  if (file !== undefined) say(`Database: the address of that login is in ${file}`);
}

/** For its owner alone, also where a file of that name was for others. */
function writeSecret(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
}

if (isForStart) process.once('disconnect', abandon);
try {
  const { values } = parseArgs({ options: { 'program-url-file': { type: 'string' } } });
  const programUrl = await bringUp(process.env);
  const file = values['program-url-file'];
  if (file !== undefined) writeSecret(file, programUrl);
  if (isForStart) handBack(programUrl);
  else sayWhoLogsIn(programUrl, file);
} catch (error) {
  console.error(problemOf(error));
  process.exit(1);
}
