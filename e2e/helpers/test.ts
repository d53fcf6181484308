import { test as base, expect, type BrowserContext, type ConsoleMessage } from '@playwright/test';

/**
 * Playwright's test with a page that is watched: what the browser reports as an error, a break of the content security policy included,
 * fails the test in the end. A refusal of the API is an answer, not an error, though the browser writes it into its console, too.
 */
export const test = base.extend<{ losesNetwork: boolean; meetsClosedShop: boolean }>({
  /** For journeys that cut the connection: then the browser's words about that are expected. */
  losesNetwork: [false, { option: true }],
  /** For journeys to a closed shop, which refuses with 503. */
  meetsClosedShop: [false, { option: true }],
  context: async ({ context, losesNetwork, meetsClosedShop }, use) => {
    const troubles = watch(context, losesNetwork, meetsClosedShop);
    await use(context);
    expect(troubles, 'what the browser reported as an error').toEqual([]);
  },
});

export { expect } from '@playwright/test';

function watch(context: BrowserContext, losesNetwork: boolean, meetsClosedShop: boolean): string[] {
  const troubles: string[] = [];
  context.on('weberror', (failure) => troubles.push(`thrown: ${failure.error().message}`));
  context.on('console', (message) => {
    const isTrouble = message.type() === 'error' || message.type() === 'warning';
    if (
      !isTrouble ||
      isRefusal(message, meetsClosedShop ? /status of (?:4\d\d|503)/ : /status of 4\d\d/) ||
      isBlockedWorker(message) ||
      isPrivateWindow(message) ||
      (losesNetwork && isLostConnection(message))
    )
      return;
    troubles.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return troubles;
}

/** An address without a screen is answered with the page that says so, and with 404. */
const isRefusal = (message: ConsoleMessage, status: RegExp): boolean => {
  const { url } = message.location();
  // What the browser's driver says itself comes from no address.
  if (!URL.canParse(url)) return false;
  const isAnswer = /^\/(api|events)\b/.test(new URL(url).pathname) || url === message.page()?.url();
  return isAnswer && status.test(message.text());
};

/** Playwright says so itself where `serviceWorkers` is `block`. */
const isBlockedWorker = (message: ConsoleMessage): boolean =>
  message.text() === 'Service Worker registration blocked by Playwright';

/** Where a page asks for notices: the contexts of tests are private windows to the browser. */
const isPrivateWindow = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Chrome currently does not support the Push API in incognito mode');

/** A server that closes refuses with 503 what comes in over connections that are still open. */
const isLostConnection = (message: ConsoleMessage): boolean =>
  /net::ERR_|the server responded with a status of 503/.test(message.text());
