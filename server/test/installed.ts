/** Samples in other languages are run where their language is installed. */
import { spawnSync } from 'node:child_process';

/**
 * True where the sample `file` cannot be run here, and says so, so that a run without it never looks like one with it. `JARA_REQUIRE_PHP=1`
 * (and so with any other program, by its name in capitals) makes the sample run all the same, and so fail.
 */
export function isMissing(program: string, file: string, ...args: string[]): boolean {
  if (spawnSync(program, args.length === 0 ? ['--version'] : args).status === 0) return false;
  if (process.env[`JARA_REQUIRE_${program.toUpperCase()}`] === '1') return false;
  process.stderr.write(`\n${program} is not installed: the sample ${file} was read and not run\n`);
  return true;
}
