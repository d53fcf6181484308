import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The program is on the device when the worker has installed everything and answers for the page. */
export async function isOnDevice(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller?.state'), { timeout: 30_000 })
    .toBe('activated');
}

/** 400 kbit/s, and 400 ms to the server and back. */
export async function hasThinLine(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}
