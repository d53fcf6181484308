import { defineConfig } from 'vitest/config';

const shared = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  setupFiles: ['test/fail-on-console-error.ts'],
};
const clientSetup = [...shared.setupFiles, 'web/test/put-on-terms.ts', 'web/test/quiet-requests.ts'];
/** The program is loaded once and not by each file, which is half of the time; files that share a page (`web`) would see what others left on it. */
const inOneProcess = { isolate: false };
const exclude = ['**/node_modules/**', '**/dist/**'];

/*
 * `quick` needs neither database nor browser and is what `npm run check` runs. Everything else gets one PostgreSQL
 * with a migrated template, which `server/test/database.ts` clones.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['server/test/global-setup.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'quick',
          ...inOneProcess,
          setupFiles: clientSetup,
          include: ['contract/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.ts'],
          exclude,
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          ...inOneProcess,
          include: ['server/**/*.test.ts', 'sandbox/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude,
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          setupFiles: clientSetup,
          environment: 'happy-dom',
          include: ['web/**/*.test.tsx'],
          exclude,
        },
      },
    ],
  },
});
