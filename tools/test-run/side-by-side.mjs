import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * One command as it ended: how, after how long, and all that it printed in the order in which it came.
 * @typedef {{ code: number | string, seconds: string, output: string }} Ended
 */

/**
 * Runs `work` on every item, at most `limit` at once, and gives the results in the order of the items. The cores are the limit: more
 * at once would only make each other slower.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>}
 */
export async function sideBySide(items, work, limit = availableParallelism()) {
  /** @type {Result[]} */
  const results = [];
  let next = 0;
  const takeTurns = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, limit) }, takeTurns));
  return results;
}

/**
 * Runs a command of the shell to its end. Printed as it comes, or kept for whoever prints it in one piece.
 * @param {string} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, keep: boolean }} how
 * @returns {Promise<Ended>}
 */
export function runCommand(command, { cwd, env, keep }) {
  const startMs = Date.now();
  /** @type {Buffer[]} */
  const pieces = [];
  const child = spawn(command, {
    cwd,
    // A tool that does not see the terminal prints without colours, unless it is told that there is one behind us.
    env: keep && process.stdout.isTTY && !env['NO_COLOR'] ? { ...env, FORCE_COLOR: '1' } : env,
    shell: true,
    stdio: ['ignore', keep ? 'pipe' : 'inherit', keep ? 'pipe' : 'inherit'],
  });
  child.stdout?.on('data', (piece) => pieces.push(piece));
  child.stderr?.on('data', (piece) => pieces.push(piece));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      resolve({
        code: signal ?? code ?? 1,
        seconds: ((Date.now() - startMs) / 1000).toFixed(1),
        output: Buffer.concat(pieces).toString(),
      });
    });
  });
}
