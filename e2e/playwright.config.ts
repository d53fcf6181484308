import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser.ts';

const root = path.join(import.meta.dirname, '..');

/*
 * Journeys are `*.e2e.ts`. They run against the product as `npm start` starts it; `product.setup.ts` does that. Each runs once: those of
 * people who buy in `phone/`, those of staff and developers in `desktop/`. What depends on the width is in `both/`.
 */
export default defineConfig({
  testDir: '.',
  globalSetup: './product.setup.ts',
  outputDir: path.join(root, 'test-results'),
  reporter: [['list'], ['json', { outputFile: path.join(root, '.test/playwright.json') }]],
  forbidOnly: true,
  // No journey knows of another one: everybody in it is new.
  fullyParallel: true,
  // On a loaded machine a browser may answer too late; what passes at the second attempt only is counted and named at the end.
  retries: 1,
  // A journey waits for something a third of its time. Four fight for two cores, and take longer.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    // Set by the global set-up, before the processes that run tests read this.
    baseURL: process.env['JARA_URL'] ?? '',
    launchOptions: findBrowser(),
    actionTimeout: 10_000,
    // A journey sees what the server answers now; those about what the device keeps allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'off',
    video: 'off',
  },
  projects: [
    {
      name: 'phone',
      testMatch: ['phone/*.e2e.ts', 'both/*.e2e.ts'],
      use: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testMatch: ['desktop/*.e2e.ts', 'both/*.e2e.ts'],
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    // Of what all the others have left.
    { name: 'books', testMatch: 'books.e2e.ts', dependencies: ['phone', 'desktop'] },
  ],
});
