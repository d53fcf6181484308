/** The tests that `npm run mutants -- <room>` names, as one project. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: (process.env['MUTANT_TESTS'] ?? '').split(','),
    setupFiles: ['test/fail-on-console-error.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
