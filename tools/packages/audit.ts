/**
 * `npm run audit`: asks the registry for known holes in the packages of the lock file. Ends with 1 when one that is high or critical stands in what
 * runs or goes out to browsers, and with 2 when nobody answered what is known. `npm run release` makes no archive after a 1.
 */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { Lock } from './lock-file.mjs';
import { placesThatRun, readLock } from './sbom.ts';

/** Of `npm audit --json`, what is read here. */
interface Report {
  vulnerabilities?: Record<string, { severity: string; nodes?: string[] }>;
}

export interface Verdict {
  code: 0 | 1 | 2;
  /** For whoever runs it. */
  words: string;
}

const URGENT: ReadonlySet<string> = new Set(['high', 'critical']);

/** What the answer of npm means. Anything that is no report says that nothing is known. */
export function judge(lock: Lock, answer: string): Verdict {
  const holes = readReport(answer)?.vulnerabilities;
  if (holes === undefined)
    return {
      code: 2,
      words:
        'Nobody looked for known holes: the registry was not reached, or answers no audit. Run npm run audit where it does, before this goes live.',
    };
  const running = placesThatRun(lock);
  const found = Object.entries(holes).map(([name, { severity, nodes = [] }]) => ({
    line: `${name} (${severity})`,
    // A place that the lock file does not have is taken for one that runs.
    isRunning:
      nodes.length === 0 || nodes.some((place) => running.has(place) || lock.packages[place] === undefined),
    isUrgent: URGENT.has(severity),
  }));
  const linesOf = (wanted: (hole: (typeof found)[number]) => boolean): string =>
    found
      .filter(wanted)
      .map(({ line }) => line)
      .join(', ') || 'none';
  const isRefused = found.some(({ isRunning, isUrgent }) => isRunning && isUrgent);
  return {
    code: isRefused ? 1 : 0,
    words: [
      `Known holes, high or critical, in what runs: ${linesOf(({ isRunning, isUrgent }) => isRunning && isUrgent)}`,
      `Others in what runs: ${linesOf(({ isRunning, isUrgent }) => isRunning && !isUrgent)}`,
      `In what only builds and tests: ${linesOf(({ isRunning }) => !isRunning)}`,
      'docs/security.md#updates says by when each is closed.',
    ].join('\n'),
  };
}

function readReport(answer: string): Report | undefined {
  try {
    return JSON.parse(answer) as Report; // what is not there is asked for above
  } catch {
    return undefined;
  }
}

function askRegistry(): string {
  const npm = process.env['npm_execpath'];
  const options = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=30000'];
  const [program = '', ...args] =
    npm?.endsWith('.js') === true ? [process.execPath, npm, ...options] : ['npm', ...options];
  const { stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
    timeout: 120_000,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: program === 'npm' && process.platform === 'win32',
  });
  return stdout;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { code, words } = judge(readLock(), askRegistry());
  console.log(words);
  process.exitCode = code;
}
