/**
 * Migrates in a process of its own, which ends before anything is served: it alone has the login of the owner, and hands back that of the
 * program. What it says goes where this process says what it says.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Env } from '../config/setting.ts';

/** The words stand above it already. */
export class NotMigrated extends Error {
  override name = 'NotMigrated';
}

const isSource = import.meta.url.endsWith('.ts');
const program = new URL(isSource ? '../migrate.ts' : './migrate.js', import.meta.url);

/** What the other process hands back; a loader may say other things on the same way. */
export interface BroughtUp {
  programUrl: string;
  /** DATABASE_DIRECT_URL by that login, where there is one. */
  directUrl: string | undefined;
}

const isBroughtUp = (message: unknown): message is BroughtUp =>
  typeof message === 'object' && message !== null && 'programUrl' in message;

/** Gives the address of the program's login. `env` are the settings of `npm run migrate`. Throws `NotMigrated`. */
export async function migrateApart(env: Env): Promise<string> {
  const child = fork(fileURLToPath(program), {
    env: { ...env },
    execArgv: isSource ? ['--import', 'tsx'] : process.execArgv,
  });
  let programUrl: string | undefined;
  child.on('message', (message) => {
    if (isBroughtUp(message)) ({ programUrl } = message);
  });
  // The last message comes before the channel is closed, but maybe after the end of the process.
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  if (child.exitCode !== 0 || programUrl === undefined)
    throw new NotMigrated('The database was not brought up to date, so nothing was started.');
  return programUrl;
}
