import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../checkout.mjs';
import { ofPlaywright, ofVitest } from './test-reports.mjs';

describe('the failures at the end of a test run', () => {
  it('are those of Vitest by name, without colours, and files that did not load', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: path.join(root, 'web/a.test.ts'),
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'a works', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'a counts',
              failureMessages: [
                '\u001B[31mexpected 1\u001B[39m\n\n  to be 2\n    at file:///a/node_modules/b.js:1:2',
              ],
            },
          ],
        },
        {
          name: path.join(root, 'b.test.ts'),
          message: 'Cannot find /a/node_modules/b',
          assertionResults: [],
        },
      ],
    };
    expect(ofVitest(report)).toEqual({
      passed: 1,
      failed: 1,
      failures: [
        { name: 'web/a.test.ts › a counts', message: 'expected 1\n  to be 2' },
        { name: 'b.test.ts', message: 'Cannot find /a/node_modules/b' },
      ],
    });
  });

  it('are those of Playwright, also of what passed at the second attempt', () => {
    const tried = (title: string, status: string, ...messages: readonly (string | null)[]) => ({
      title,
      file: 'shop.e2e.ts',
      tests: [
        {
          projectName: 'phone',
          status,
          results: messages.map((message) => (message === null ? {} : { error: { message } })),
        },
      ],
    });
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      errors: [],
      suites: [
        {
          specs: [tried('buys', 'expected', null)],
          suites: [
            { specs: [tried('waits', 'flaky', 'late', null), tried('sells', 'unexpected', 'no', 'no')] },
          ],
        },
      ],
    };
    expect(ofPlaywright(report)).toEqual({
      passed: 2,
      failed: 1,
      flaky: 1,
      failures: [
        { name: '[phone] shop.e2e.ts › waits (flaky)', message: 'late', hasPassedLater: true },
        { name: '[phone] shop.e2e.ts › sells (unexpected)', message: 'no', hasPassedLater: false },
      ],
    });
  });
});
