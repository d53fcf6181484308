import { aUser, isSignedIn } from './helpers/people.ts';
import { coveredOnFirstView } from './helpers/readable.ts';
import { opens, screenGroups } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

/* What one sees of a screen before anything is scrolled: nothing floats over it. */

const sizes = {
  phone: [
    { width: 360, height: 640 },
    { width: 360, height: 740 },
    { width: 768, height: 1024 },
  ],
  desktop: [{ width: 1280, height: 800 }],
};

for (const { whose, screensFor } of screenGroups) {
  test(`nothing lies over the first view of the screens of ${whose}`, async ({ page, isMobile }) => {
    test.setTimeout(180_000); // as long as there are screens
    for (const screen of await screensFor(page)) {
      await opens(page, screen);
      for (const size of isMobile ? sizes.phone : sizes.desktop) {
        await page.setViewportSize(size);
        await page.evaluate('scrollTo(0, 0)');
        const where = `${page.url()} at ${size.width} x ${size.height}`;
        expect.soft(await coveredOnFirstView(page), where).toEqual([]);
      }
    }
  });
}

test('the chat with support has a place on every screen, on a phone in the menu', async ({
  page,
  isMobile,
}) => {
  const chat = page.getByRole('link', { name: 'Chat with support' });
  for (const address of ['/', '/priceList', '/login']) {
    await page.goto(address);
    await expect(page.getByRole('banner').locator(chat)).toBeInViewport();
  }
  await isSignedIn(page, await aUser());
  for (const address of ['/profile', '/profile/electricity']) {
    await page.goto(address);
    if (isMobile) await page.getByRole('button', { name: 'Me', exact: true }).click();
    await expect(chat).toBeInViewport();
    await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/);
  }
});
