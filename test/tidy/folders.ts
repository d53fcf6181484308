/** How much a folder holds, and what may stand at the root of a room. */
import { posix } from 'node:path';
import type { Problem, Repository, Rule } from './repository.ts';

/** What a reader of a folder sees at once. */
const MOST = 30;

/**
 * What is counted: scripts, SQL and style sheets of one folder, not of the folders in it. Not counted: tests themselves (`*.test.ts`,
 * `*.e2e.ts`), which stand beside what they test, and migrations, which are a numbered history. What tests share (`server/test/`) is counted.
 */
const isSource = (path: string): boolean =>
  /\.(ts|tsx|mjs|sql|css)$/.test(path) &&
  !/\.(test|e2e)\.tsx?$/.test(path) &&
  !path.startsWith('server/database/migrations/');

const sizeRule: Rule = {
  name: 'no folder has more than 30 sources, tests not counted',
  check(repository: Repository): Problem[] {
    const sizes = new Map<string, number>();
    for (const path of [...repository.keys()].filter(isSource)) {
      const folder = posix.dirname(path);
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
    return [...sizes]
      .filter(([, size]) => size > MOST)
      .map(([path, size]) => ({ path, line: 1, says: `it has ${size} sources: find the rooms in it` }));
  },
};

/**
 * Folders that are divided into rooms, with what stands beside these rooms: programs, tables of contents, what a tool looks for there, and
 * what every room below speaks through. `contract/src/`, `tools/`, `e2e/` and `bench/` are rooms without rooms in them and not listed.
 */
const entries: Readonly<Record<string, readonly string[]>> = {
  '.': ['vitest.config.ts'],
  contract: [],
  server: [],
  'server/src': [
    'main.ts',
    'migrate.ts',
    'books.ts',
    'archive.ts',
    'admin.ts',
    'backup.ts',
    'restore.ts',
    'routes.ts',
  ],
  'server/src/slices': [],
  'server/src/outside': ['http.ts', 'reading.ts'],
  'server/database': ['grants.sql'],
  sandbox: [],
  'sandbox/src': ['main.ts'],
  'sandbox/src/simulators': ['simulators.ts', 'gate.ts', 'lists.ts', 'answer-by-outcome.ts'],
  web: ['vite.config.ts'],
  'web/src': [],
  'web/src/pages': [],
  'web/src/features': [],
};

const looseRule: Rule = {
  name: "at a room's root stand its entry points only",
  check: (repository: Repository): Problem[] =>
    [...repository.keys()]
      .filter(isSource)
      .filter((path) => entries[posix.dirname(path)]?.includes(posix.basename(path)) === false)
      .map((path) => ({ path, line: 1, says: 'it is no entry point: put it into a room' })),
};

export const folderRules: readonly Rule[] = [sizeRule, looseRule];
