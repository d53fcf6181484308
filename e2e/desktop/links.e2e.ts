import type { Page } from '@playwright/test';
import { isStill, opens, screensFor } from '../helpers/screens.ts';
import { productUrl } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { screens, watchers } from '../screens.ts';

/* No way leads nowhere: each link of each screen is followed, and what leaves the shop says where to. */

const addressesOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('link', { includeHidden: true })
    .evaluateAll<string[], HTMLLink>((links) => links.map(({ href }) => href));

interface HTMLLink {
  href: string;
}

const outside = [
  /^tel:[+*#%\d]+$/,
  /^mailto:\S+@\S+$/,
  // The support chat, with the reference of a slip already typed.
  /^https:\/\/wa\.me\/\d+(\?text=\S+%20JR\w+%3A%20)?$/,
  // A customer's copy, to the number that it was bought for; of a meter to whom one chooses.
  /^https:\/\/wa\.me\/(234\d{10})?\?text=Jara%20slip%3A%20\S+%0AReference%3A%20JR\w+\S*$/,
  // The sandbox's page to top up from outside.
  /\/paymentpoint\/transfer\?accountNumber=\d+$/,
  /\/squad\/checkout\/\w+$/,
  // The same screen by the name of this machine: no browser makes passkeys for an address that is a number.
  /^http:\/\/localhost:\d+\/profile\/security$/,
];

/** Ways to the same screen that differ in a value only, such as the plan or the number of a slip, are one kind. */
function oneOfEachKind(addresses: readonly string[]): string[] {
  const kinds = addresses.map((address) => {
    const { pathname, searchParams } = new URL(address);
    const screen = pathname.replaceAll(/\/[^/]*\d[^/]*/g, '/{id}');
    return [`${screen}?${[...searchParams.keys()].join('&')}`, address] as const;
  });
  return [...new Map(kinds).values()];
}

/** A phone has another menu, and shows some things in another place. */
const sizes = [
  { width: 360, height: 780 },
  { width: 1_280, height: 800 },
];

for (const watcher of watchers) {
  // All screens of somebody at once: many have the same links, and each is followed once.
  test(`every link on the screens of the ${watcher} leads somewhere`, async ({ page }) => {
    test.setTimeout(300_000); // as long as there are screens
    const inTable = screens.filter(({ whose }) => whose === watcher);
    const shown = await screensFor(page, watcher, inTable);
    const opened = new Set([...inTable, ...shown].map(({ address }) => productUrl() + address));
    const found = new Set<string>();
    for (const screen of shown) {
      await opens(page, screen);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await isStill(page);
        for (const address of await addressesOf(page)) found.add(address.replace(/#.*$/, ''));
      }
    }
    const inside = [...found].filter((address) => address.startsWith(`${productUrl()}/`));
    expect(inside.length).toBeGreaterThan(5);
    for (const address of oneOfEachKind(inside.filter((link) => !opened.has(link)))) {
      const answer = await page.goto(address);
      expect.soft(answer?.status(), address).toBe(200);
      // A document for programs has no heading.
      if (answer?.headers()['content-type']?.startsWith('application/json') === true) continue;
      // The reference of the API draws itself, which takes long on a loaded machine.
      await expect.soft(page.getByRole('heading').first(), address).toBeVisible({ timeout: 30_000 });
      await expect.soft(page.getByText('Ohh! page not found'), address).toHaveCount(0);
    }
    const leaving = [...found].filter((address) => address !== '' && !inside.includes(address));
    const strange = leaving.filter((address) => !outside.some((known) => known.test(address)));
    expect(strange).toEqual([]);
  });
}
