/**
 * Lets Stryker change a room piece by piece and run the tests that reach each piece. What it found is kept beside the checkout, so that the
 * next run goes on with what is new. Texts are not changed: most are of the log or of people, and an SQL without its text fails by itself;
 * known-mutants.ts has what is wrong in SQL and looks right.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inCopyOfCheckout, root } from './checkout-copy.ts';
import type { MutatedRoom } from './mutated-rooms.ts';

/** What is used of it. */
interface StrykerModule {
  Stryker: new (options: object) => { runMutationTest(): Promise<{ status: string }[]> };
}

/**
 * Only the files with one of these words in their name, or all of the room. Gives the share of all changes of the room so far that were
 * noticed, in percent.
 */
export async function mutateRoom(
  name: string,
  { mutate, tests }: MutatedRoom,
  words: readonly string[],
): Promise<number> {
  // By a name that no type check looks for: a checkout without it checks all else.
  const stryker: string = '@stryker-mutator/core';
  const { Stryker } = (await import(stryker)) as StrykerModule;
  const results = path.join(root, '.mutants');
  mkdirSync(results, { recursive: true });
  const remembered = path.join(results, `${name}.json`);
  process.env['MUTANT_TESTS'] = tests.join(',');
  const found = await inCopyOfCheckout(async (copy) => {
    process.chdir(copy);
    const run = new Stryker({
      // The checkout is a copy already.
      inPlace: true,
      mutate: [...filesOf(mutate, words), '!**/*.test.ts'],
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'tools/mutants.config.ts', related: false },
      coverageAnalysis: 'perTest',
      // What runs once, when a file is read, would need all tests each time.
      ignoreStatic: true,
      mutator: { excludedMutations: ['StringLiteral'] },
      concurrency: 1,
      // For what hangs outside of a test: a test that hangs fails by the limit of vitest, which is shorter.
      timeoutMS: 90_000,
      incremental: true,
      incrementalFile: remembered,
      reporters: ['clear-text', 'progress-append-only'],
      clearTextReporter: { logTests: false, reportTests: false },
      disableTypeChecks: false,
    });
    return run.runMutationTest();
  });
  rememberTestsByName(remembered);
  const counted = found.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const noticed = counted.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  return (100 * noticed.length) / Math.max(1, counted.length);
}

/**
 * A change that some test noticed is not tried again while a test of that name reaches it. Vitest does not say where in its file a test
 * stands, so by the text of the files one edit would have all changes tried again.
 */
function rememberTestsByName(file: string): void {
  const report = JSON.parse(readFileSync(file, 'utf8')) as { testFiles: Record<string, { source?: string }> }; // written by Stryker
  for (const tests of Object.values(report.testFiles)) delete tests.source;
  writeFileSync(file, JSON.stringify(report));
}

/** Patterns of the room's files with one of the words in their name. */
function filesOf(patterns: readonly string[], words: readonly string[]): string[] {
  if (words.length === 0) return [...patterns];
  return patterns.flatMap((pattern) =>
    pattern.includes('*')
      ? words.map((word) => pattern.replace('*', `*${word}*`))
      : words.some((word) => pattern.includes(word))
        ? [pattern]
        : [],
  );
}
