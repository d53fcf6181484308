import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The program is on the device when the worker has installed everything and answers for the page. */
export async function isOnDevice(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller?.state'), { timeout: 30_000 })
    .toBe('activated');
}
