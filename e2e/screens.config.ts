import path from 'node:path';
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/* The journeys' product and browser, for pictures only. */
export default defineConfig({
  ...journeys,
  testMatch: path.join(import.meta.dirname, 'screens.pictures.ts'),
  reporter: 'list',
  workers: 2,
  projects: [
    ...(journeys.projects ?? []).filter(({ name }) => name === 'phone' || name === 'desktop'),
    { name: 'tablet', use: { viewport: { width: 768, height: 1024 } } },
    { name: 'wide', use: { viewport: { width: 1920, height: 1080 } } },
  ].map(({ name, use }) => ({ name: name ?? '', use: { ...use, deviceScaleFactor: 1 } })),
});
