/**
 * `npm run mutants -- known [part of a rule]`: makes the mutants of known-mutants.ts, one after the other, and runs the tests that have to
 * fail then. Works on a copy of the checkout, so that none is left behind.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { knownMutants } from './known-mutants.ts';
import type { Mutant } from './mutant.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const rooms = ['contract', 'sandbox', 'server', 'web'];
const notCopied = new Set(['node_modules', 'dist', '.git', '.jara', '.test', '.stryker', 'test-results']);

const [what, wanted = ''] = process.argv.slice(2);
if (what !== 'known') throw new Error('npm run mutants -- known [part of a rule]');
const chosen = knownMutants.filter(({ rule }) => rule.includes(wanted));
const copy = mkdtempSync(path.join(os.tmpdir(), 'jara-mutants-'));
try {
  copyCheckout();
  const unnoticed = await tryAll();
  console.log(`${chosen.length - unnoticed} of ${chosen.length} mutants are noticed by a test`);
  if (unnoticed > 0 || chosen.length === 0) process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** With the packages of this checkout, and the rooms of the copy among them. */
function copyCheckout(): void {
  for (const name of readdirSync(root)) if (!notCopied.has(name)) copyPart(name);
  const packages = path.join(copy, 'node_modules');
  mkdirSync(path.join(packages, '@jara'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name !== '@jara' && !name.startsWith('.vite'))
      symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  }
  for (const room of rooms) symlinkSync(path.join(copy, room), path.join(packages, '@jara', room));
}

function copyPart(name: string): void {
  cpSync(path.join(root, name), path.join(copy, name), {
    recursive: true,
    filter: (source) => !notCopied.has(path.basename(source)),
  });
}

/** How many no test noticed. */
async function tryAll(): Promise<number> {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  const failing = await failedTests(tests);
  if (failing.length > 0) throw new Error(`before anything was changed: ${failing.join('; ')}`);
  let unnoticed = 0;
  for (const mutant of chosen) {
    const failed = await tryMutant(mutant);
    if (failed.length === 0) unnoticed += 1;
    console.log(
      `${failed.length > 0 ? 'noticed  ' : 'UNNOTICED'} ${mutant.rule}: ${failed[0] ?? mutant.tests.join(', ')}`,
    );
  }
  return unnoticed;
}

async function tryMutant({ file, text, mutated, tests }: Mutant): Promise<string[]> {
  const place = path.join(copy, file);
  const whole = readFileSync(place, 'utf8');
  const fingerprints = path.join(copy, 'server/src/ledger/fingerprints.json');
  const ofSchema = readFileSync(fingerprints, 'utf8');
  writeFileSync(
    place,
    whole.replace(text, () => mutated),
  );
  try {
    // The tests have to find out by what it does, not by its fingerprint.
    if (file.endsWith('.sql')) await run(['--import', 'tsx', 'tools/schema.ts']);
    return await failedTests(tests);
  } finally {
    writeFileSync(place, whole);
    writeFileSync(fingerprints, ofSchema);
  }
}

interface Report {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** The full names of tests that failed; refuses when the run told of no test at all. */
async function failedTests(tests: readonly string[]): Promise<string[]> {
  const file = path.join(copy, 'mutants.json');
  rmSync(file, { force: true });
  const reporter = ['--reporter=json', `--outputFile=${file}`];
  await run(['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', '--bail=1', ...reporter, ...tests]);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report; // written by vitest
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  if (!results.some(({ status }) => status === 'passed' || status === 'failed'))
    throw new Error(`no test ran of ${tests.join(', ')}`);
  return results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

function run(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
}
