/**
 * `deploy/ha/rehearse [--only NAME,NAME] [--seed N] [--report docs/ha.md]`: exits with 1 when something did not hold. It runs in namespaces of its
 * own, so that its network is nobody else's and nothing that it started is left behind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { failures } from './failures.ts';
import { lacking } from './packages.ts';
import { rehearse } from './rehearsal.ts';
import { printed, violationsOf, writeReport } from './report.ts';

const INSIDE = 'JARA_HA_INSIDE';

/** The shell is the first process in there: it buries what others leave. */
async function goInside(): Promise<number> {
  const isolation = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const inside = spawn('unshare', [...isolation, 'sh', '-c', '"$@"; exit $?', 'sh', ...command], {
    env: { ...process.env, [INSIDE]: '1' },
    stdio: 'inherit',
  });
  process.on('SIGINT', () => undefined);
  // With it ends whatever runs in there.
  process.on('SIGTERM', () => inside.kill('SIGKILL'));
  await once(inside, 'exit');
  return inside.exitCode ?? 1;
}

function fail(words: readonly string[]): never {
  console.error(words.join('\n'));
  process.exit(1);
}

async function rehearseInside(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      report: { type: 'string' },
    },
  });
  const wanted = values.only?.split(',');
  const chosen = failures.filter(({ name }) => wanted?.includes(name) ?? true);
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed) || chosen.length < (wanted?.length ?? 1))
    fail([
      'deploy/ha/rehearse [--only NAME,NAME] [--seed N] [--report FILE]',
      `The failures are: ${failures.map(({ name }) => name).join(', ')}.`,
    ]);
  const startedMs = performance.now();
  const played = await rehearse(
    { failures: chosen, seed },
    (text) => console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${text}`),
    (some) => {
      if (values.report !== undefined) writeReport(values.report, some, seed);
    },
  );
  console.log(printed(played));
  return violationsOf(played).length === 0 ? 0 : 1;
}

const missing = lacking();
if (missing.length > 0) fail(missing);
process.exit(process.env[INSIDE] === '1' ? await rehearseInside() : await goInside());
