import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../checkout.mjs';

/** What a report of Vitest or Playwright says in few lines: the counts, and of each test that failed its name and its first words. */

/** @typedef {{ name: string, message: string, hasPassedLater?: boolean }} Failure */
/** @typedef {{ passed: number, failed: number, flaky?: number, failures: Failure[] }} Outcome */

const LINES_OF_A_MESSAGE = 8;
const FRAME_OF_A_PACKAGE = /^\s+at .*\/node_modules\//;

/** @returns {Outcome} */
export function ofVitest({ numPassedTests, numFailedTests, testResults }) {
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        name: `${path.relative(root, name)} › ${fullName}`,
        message: shortened(failureMessages[0]),
      }));
    // A file that could not be loaded has a message of its own and no test.
    return failed.length === 0 && message
      ? [{ name: path.relative(root, name), message: shortened(message) }]
      : failed;
  });
  return { passed: numPassedTests, failed: numFailedTests, failures };
}

/** @returns {Outcome} With the first attempts of those that passed at the second. */
export function ofPlaywright({ stats, suites, errors }) {
  const failures = suites
    .flatMap(testsOf)
    .flatMap(({ name, status, results }) => {
      const broken = results.find(({ error }) => error);
      if (!broken || (status !== 'unexpected' && status !== 'flaky')) return [];
      const message = shortened(broken.error.message);
      return [{ name: `${name} (${status})`, message, hasPassedLater: status === 'flaky' }];
    })
    .concat(errors.map(({ message }) => ({ name: 'before the journeys', message: shortened(message) })));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, flaky: stats.flaky, failures };
}

function testsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file} › ${title}`,
      status,
      results,
    })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}

/** Without colours, empty lines, the frames of packages and the rest of a long list. */
function shortened(message = '') {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !FRAME_OF_A_PACKAGE.test(line))
    .slice(0, LINES_OF_A_MESSAGE)
    .map((line) => line.slice(0, 200))
    .join('\n');
}
