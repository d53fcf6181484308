/**
 * Lets Stryker change a room piece by piece and run the tests that reach each piece. What it found is kept beside the checkout, so that the
 * next run goes on with what is new. Texts are not changed: most are of the log or of people, and an SQL without its text fails by itself;
 * known-mutants.ts has what is wrong in SQL and looks right.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inCopyOfCheckout, root } from './checkout-copy.ts';
import type { MutatedRoom } from './mutated-rooms.ts';

/** What is used of it. */
interface StrykerModule {
  Stryker: new (options: object) => { runMutationTest(): Promise<{ status: string }[]> };
}

/** Gives the share of the changes that were noticed, in percent. */
export async function mutateRoom(name: string, { mutate, tests }: MutatedRoom): Promise<number> {
  // By a name that no type check looks for: a checkout without it checks all else.
  const stryker: string = '@stryker-mutator/core';
  const { Stryker } = (await import(stryker)) as StrykerModule;
  const results = path.join(root, '.mutants');
  mkdirSync(results, { recursive: true });
  process.env['MUTANT_TESTS'] = tests.join(',');
  const found = await inCopyOfCheckout(async (copy) => {
    process.chdir(copy);
    const run = new Stryker({
      // The checkout is a copy already.
      inPlace: true,
      mutate: [...mutate, '!**/*.test.ts'],
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'tools/mutants.config.ts', related: false },
      coverageAnalysis: 'perTest',
      // What runs once, when a file is read, would need all tests each time.
      ignoreStatic: true,
      mutator: { excludedMutations: ['StringLiteral'] },
      concurrency: 1,
      // Another clock than the wall's tells nothing on a busy machine.
      timeoutMS: 60_000,
      incremental: true,
      incrementalFile: path.join(results, `${name}.json`),
      reporters: ['clear-text', 'progress-append-only'],
      clearTextReporter: { logTests: false, reportTests: false },
      disableTypeChecks: false,
    });
    return run.runMutationTest();
  });
  const counted = found.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const noticed = counted.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  return (100 * noticed.length) / Math.max(1, counted.length);
}
