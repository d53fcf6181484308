/** Makes the mutants of known-mutants.ts, one after the other, and runs the tests that have to fail then. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inCopyOfCheckout } from './checkout-copy.ts';
import { knownMutants } from './known-mutants.ts';
import type { Mutant } from './mutant.ts';

/** Those with these words in their rule or in the name of their file. Gives whether each of them was noticed. */
export async function tryKnownMutants(words: string): Promise<boolean> {
  const chosen = knownMutants.filter(({ rule, file }) => rule.includes(words) || file.includes(words));
  const unnoticed = await inCopyOfCheckout((copy) => tryAll(copy, chosen));
  console.log(`${chosen.length - unnoticed} of ${chosen.length} mutants are noticed by a test`);
  return unnoticed === 0 && chosen.length > 0;
}

/** How many no test noticed. */
async function tryAll(copy: string, chosen: readonly Mutant[]): Promise<number> {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  const failing = await failedTests(copy, tests);
  if (failing.length > 0) throw new Error(`before anything was changed: ${failing.join('; ')}`);
  let unnoticed = 0;
  for (const mutant of chosen) {
    const failed = await tryMutant(copy, mutant);
    if (failed.length === 0) unnoticed += 1;
    console.log(
      `${failed.length > 0 ? 'noticed  ' : 'UNNOTICED'} ${mutant.rule}: ${failed[0] ?? mutant.tests.join(', ')}`,
    );
  }
  return unnoticed;
}

async function tryMutant(copy: string, { file, text, mutated, tests }: Mutant): Promise<string[]> {
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
    if (file.endsWith('.sql')) await run(copy, ['--import', 'tsx', 'tools/schema.ts']);
    return await failedTests(copy, tests);
  } finally {
    writeFileSync(place, whole);
    writeFileSync(fingerprints, ofSchema);
  }
}

interface Report {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** The full names of tests that failed; refuses when the run told of no test at all. */
async function failedTests(copy: string, tests: readonly string[]): Promise<string[]> {
  const file = path.join(copy, 'mutants.json');
  rmSync(file, { force: true });
  const reporter = ['--reporter=json', `--outputFile=${file}`];
  await run(copy, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--maxWorkers=1',
    '--bail=1',
    ...reporter,
    ...tests,
  ]);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report; // written by vitest
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  if (!results.some(({ status }) => status === 'passed' || status === 'failed'))
    throw new Error(`no test ran of ${tests.join(', ')}`);
  return results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

function run(copy: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
}
