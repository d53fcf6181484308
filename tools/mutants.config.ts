/** The tests that `npm run mutants -- <room>` names, as one project that reads the code once for many changes. */
import { defineConfig } from 'vitest/config';
import { endReusedThread, reusedThread } from './reused-thread.ts';

export default defineConfig({
  plugins: [
    {
      name: 'reused-thread',
      // Stryker names a pool of its own, which reads all code again for each change.
      configureVitest({ project, vitest }) {
        project.config.pool = reusedThread.name;
        project.config.poolRunner = reusedThread;
        vitest.onClose(endReusedThread);
      },
    },
  ],
  test: {
    name: 'server',
    include: (process.env['MUTANT_TESTS'] ?? '').split(','),
    // Races are drawn by chance and take long: what they alone notice counts as not noticed.
    exclude: ['**/node_modules/**', '**/*.race.test.ts'],
    isolate: false,
    // On a busy machine a test may fail by itself; what a change broke fails again.
    retry: 1,
    setupFiles: ['test/fail-on-console-error.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
