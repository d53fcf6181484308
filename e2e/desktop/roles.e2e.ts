import { comesIn } from '../helpers/screens.ts';
import { expect, test } from '../helpers/test.ts';
import { forbidden, screens, watchers } from '../screens.ts';

/* Who has a screen is tried wherever screens are opened; here is who has not (S6.12). */

const isPrivate = (address: string): boolean => /^\/(profile|admin)\b/.test(address);

const spelledTwice = screens.flatMap(({ alsoAt, ...screen }) =>
  alsoAt === undefined ? [] : [{ ...screen, alsoAt }],
);

for (const whose of watchers.filter((watcher) => forbidden.some((row) => row.whose.includes(watcher)))) {
  test(`the ${whose} is led to the dashboard from the screens of others`, async ({ page }) => {
    await comesIn(page, whose);
    for (const { address } of forbidden.filter((row) => row.whose.includes(whose))) {
      await page.goto(address);
      await expect(page, address).toHaveURL('/profile');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello,/);
    }
  });
}

for (const whose of watchers.filter((watcher) => spelledTwice.some((screen) => screen.whose === watcher))) {
  test(`both spellings of an address open the same screen for the ${whose}`, async ({ page }) => {
    await comesIn(page, whose);
    for (const { address, alsoAt, heading } of spelledTwice.filter((screen) => screen.whose === whose)) {
      for (const spelling of [address, alsoAt]) {
        await page.goto(spelling);
        await expect(page.getByRole('heading', { level: 1 }), spelling).toHaveText(heading);
        await expect(page).toHaveURL(spelling);
      }
    }
  });
}

test('a visitor is asked to log in on every private screen', async ({ page }) => {
  const spellings = screens.flatMap(({ address, alsoAt }) => [
    address,
    ...(alsoAt === undefined ? [] : [alsoAt]),
  ]);
  const addresses = new Set(spellings.map((address) => address.replaceAll(/[{}]/g, '')).filter(isPrivate));
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText('Log in');
    await expect(page, address).toHaveURL(address);
  }
});
