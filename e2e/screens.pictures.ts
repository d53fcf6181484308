import path from 'node:path';
import { remembers } from './helpers/people.ts';
import { opens, screenGroups } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

/* `npm run screens`: one picture of each screen, per theme and size, in e2e/screens. */

for (const theme of ['light', 'dark']) {
  for (const { whose, screensFor } of screenGroups) {
    test(`the screens of ${whose}, ${theme}`, async ({ page }, { project }) => {
      test.setTimeout(180_000);
      await page.goto('/robots.txt');
      await remembers(page, 'theme', theme);
      for (const screen of await screensFor(page)) {
        await opens(page, screen);
        const file = path.join(
          import.meta.dirname,
          'screens',
          `${project.name}-${theme}`,
          `${screen.whose}-${screen.name}.png`,
        );
        await page.screenshot({ path: file, fullPage: true });
        expect.soft(await page.title(), screen.address).not.toBe('');
      }
    });
  }
}
