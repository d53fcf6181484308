/**
 * Lets Stryker change a room piece by piece and run the tests that reach each piece. What it found is kept beside the checkout, so that the
 * next run goes on with what is new. Texts are not changed: most are of the log or of people, and an SQL without its text fails by itself;
 * known-mutants.ts has what is wrong in SQL and looks right.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inCopyOfCheckout, root } from './checkout-copy.ts';
import type { MutatedRoom } from './mutated-rooms.ts';

/** What is used of it. */
interface StrykerModule {
  Stryker: new (options: object) => { runMutationTest(): Promise<{ status: string }[]> };
}

export interface Tried {
  /** All changes of the room that count, so far. */
  changes: number;
  /** Of these a test was tried on so many, or no test reaches them. */
  tried: number;
  /** The share that tests notice, in percent; of a sample it is an estimate. */
  noticed: number;
  /** So many count as noticed because their tests did not end in time: a change may cause that, and so may a busy machine. */
  timedOut: number;
  /** What may be added to it and taken from it, with 95 % confidence: nought unless it is a sample. */
  margin: number;
}

/** Of the files with one of the words in their name, or of all, every so-manieth change. */
export async function mutateRoom(
  name: string,
  { mutate, tests }: MutatedRoom,
  { words, every }: { words: readonly string[]; every: number },
): Promise<Tried> {
  // By a name that no type check looks for: a checkout without it checks all else.
  const stryker: string = '@stryker-mutator/core';
  const { Stryker } = (await import(stryker)) as StrykerModule;
  const results = path.join(root, '.mutants');
  mkdirSync(results, { recursive: true });
  const remembered = path.join(results, `${name}.json`);
  forgetUnnoticed(remembered, words);
  process.env['MUTANT_TESTS'] = tests.join(',');
  process.env['MUTANT_SAMPLE'] = String(every);
  const found = await inCopyOfCheckout(async (copy) => {
    process.chdir(copy);
    const run = new Stryker({
      // The checkout is a copy already.
      inPlace: true,
      mutate: [...filesOf(mutate, words), '!**/*.test.ts', '!**/testing/**'],
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner', './tools/stryker-plugins.mjs'],
      ignorers: ['log'],
      checkers: every === 1 ? [] : ['sample'],
      vitest: { configFile: 'tools/mutants.config.ts', related: false },
      coverageAnalysis: 'perTest',
      // What runs once, when a file is read, would need all tests each time.
      ignoreStatic: true,
      mutator: { excludedMutations: ['StringLiteral'] },
      concurrency: 1,
      // For what hangs outside of a test: a test that hangs fails by the limit of vitest, which is shorter.
      timeoutMS: 90_000,
      dryRunTimeoutMinutes: 60,
      incremental: true,
      incrementalFile: remembered,
      reporters: ['clear-text', 'unnoticed', 'progress-append-only'],
      clearTextReporter: { logTests: false, reportTests: false },
      disableTypeChecks: false,
    });
    return run.runMutationTest();
  });
  remember(remembered);
  return count(found.map(({ status }) => status));
}

function count(statuses: readonly string[]): Tried {
  const having = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const timedOut = having('Timeout');
  const noticed = having('Killed') + timedOut;
  const tried = noticed + having('Survived', 'RuntimeError');
  const reached = tried + having(LEFT_OUT);
  const unreached = having('NoCoverage');
  const share = noticed / Math.max(1, tried);
  const changes = reached + unreached;
  const deviation = Math.sqrt(
    ((share * (1 - share)) / Math.max(1, tried)) * (1 - tried / Math.max(1, reached)),
  );
  const percent = (100 * reached) / Math.max(1, changes);
  return {
    changes,
    tried: tried + unreached,
    noticed: share * percent,
    timedOut,
    margin: 1.96 * deviation * percent,
  };
}

/** By stryker-plugins.mjs. */
const LEFT_OUT = 'CompileError';

/** Written by Stryker. */
interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
  testFiles: Record<string, { source?: string }>;
}

/**
 * A change that some test noticed is not tried again while a test of that name reaches it. Vitest does not say where in its file a test
 * stands, so by the text of the files one edit would have all changes tried again. What a sample left out was not tried.
 */
function remember(file: string): void {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  for (const tests of Object.values(report.testFiles)) delete tests.source;
  for (const code of Object.values(report.files))
    code.mutants = code.mutants.filter(({ status }) => status !== LEFT_OUT);
  writeFileSync(file, JSON.stringify(report));
}

/** A test may have become stronger under its old name, and a machine less busy: what no test failed for is tried again. */
function forgetUnnoticed(file: string, words: readonly string[]): void {
  if (!existsSync(file)) return;
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  for (const [name, code] of Object.entries(report.files)) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    code.mutants = code.mutants.filter(({ status }) => status === 'Killed');
  }
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
