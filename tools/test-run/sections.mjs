import fs from 'node:fs';
import path from 'node:path';
import { root } from '../checkout.mjs';
import { runCommand, sideBySide } from './side-by-side.mjs';
import { ofPlaywright, ofVitest } from './test-reports.mjs';

const MOST_FAILURES = 10;

const results = path.join(root, '.test');
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * One part of a test run: a script of package.json, with what to add to it. `counts` reads how many tests passed and
 * failed out of the report that the part writes, how many passed at the second attempt only, and why; a part without it passes or
 * fails as a whole and counts no test.
 * @typedef {import('./test-reports.mjs').Outcome} Outcome
 * @typedef {{ title: string, script: string, more?: string, report?: string, counts?: (report: any) => Outcome }} Section
 */

/** @type {Section[]} The longest first, so that none is left to run alone. */
export const checks = [
  { title: 'types', script: 'types' },
  { title: 'format', script: 'format:check' },
  { title: 'lint', script: 'lint' },
  { title: 'unused', script: 'unused' },
];

/** @type {Section} What the browser has to fetch, against its limits. */
export const weight = { title: 'weight', script: 'weigh' };

/** @returns {Section} */
export function unitTests(title, more = '') {
  return {
    title,
    script: 'unit',
    more: `--reporter=default --reporter=json --outputFile.json=.test/vitest.json ${more}`,
    report: 'vitest.json',
    counts: ofVitest,
  };
}

/** @type {Section} */
export const browserTests = {
  title: 'browser',
  script: 'e2e',
  report: 'playwright.json',
  counts: ofPlaywright,
};

/**
 * Runs the stages one after the other, prints a summary that ends with the counts alone on a line, and exits non-zero when one failed.
 * The sections of one stage run side by side: what each of them printed comes in one piece when it has ended.
 */
export async function runStages(/** @type {Section[][]} */ stages) {
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results);
  const outcomes = [];
  for (const sections of stages) {
    const keep = sections.length > 1;
    outcomes.push(...(await sideBySide(sections, (section) => runSection(section, keep))));
  }

  const countsTests = stages.flat().some(({ counts }) => counts);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  const ranNothing = countsTests && passed + failed === 0;
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  printFailures(failures);
  console.log('\nSummary');
  for (const { title, seconds, problem, note = '' } of outcomes) {
    console.log(
      `  ${problem ? 'FAILED' : 'ok    '}  ${title.padEnd(11)} ${seconds.padStart(6)} s  ${problem ?? note}`.trimEnd(),
    );
  }
  if (ranNothing) console.log('  FAILED  no test was executed');
  // A log may be cut to its last lines: the names alone stand there.
  const names = failures
    .filter(({ hasPassedLater }) => !hasPassedLater)
    .map(({ name }) => `  FAILED  ${name}`);
  for (const name of names.slice(0, MOST_FAILURES)) console.log(name);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || ranNothing ? 1 : 0);
}

/** Once more at the end, where they are found first: whoever reads a long log, or is shown its end only, learns what broke. */
function printFailures(failures) {
  if (failures.length === 0) return;
  console.log('\nFailed');
  for (const { name, message } of failures.slice(0, MOST_FAILURES)) {
    console.log(`  ${name}\n${message.replaceAll(/^/gm, '    ')}`);
  }
  if (failures.length > MOST_FAILURES) console.log(`  and ${failures.length - MOST_FAILURES} more`);
}

/** A section that fails without a failed test in its report (a lint error, a crash) counts as one failure. */
async function runSection({ title, script, more = '', report, counts }, keep) {
  if (!keep) console.log(`\n== ${title}`);
  // As npm would run it, without the time that npm needs for each.
  const PATH = `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`;
  const { code, seconds, output } = await runCommand(`${scripts[script]} ${more}`, {
    cwd: root,
    env: { ...process.env, PATH },
    keep,
  });
  if (keep) process.stdout.write(`\n== ${title}\n${output}`);
  const { passed, failed, flaky = 0, failures } = counts ? readCounts(report, counts) : nothing;
  const note = flaky > 0 ? `${flaky} at the second attempt only, named above` : '';
  if (code === 0 && failed === 0) return { title, seconds, passed, failed: 0, note, failures };
  return {
    title,
    seconds,
    passed,
    failures,
    failed: Math.max(failed, 1),
    problem: failed > 0 ? `${failed} failed` : `exit code ${code}`,
  };
}

/** @type {Outcome} */
const nothing = { passed: 0, failed: 0, failures: [] };

/** A part that crashed before it wrote its report has counted nothing; its exit code tells the rest. */
function readCounts(report, counts) {
  const file = path.join(results, report);
  return fs.existsSync(file) ? counts(JSON.parse(fs.readFileSync(file, 'utf8'))) : nothing;
}
