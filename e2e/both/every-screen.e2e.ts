import { hasNoViolations } from '../helpers/axe.ts';
import { noteViolations, violationsIn } from '../helpers/content-policy.ts';
import { countsShifts, slowAnswers, stays } from '../helpers/layout-shift.ts';
import { opens, screenGroups } from '../helpers/screens.ts';
import { fitsEverySize } from '../helpers/sizes.ts';
import { expect, test } from '../helpers/test.ts';

/*
 * What holds for every screen is asked of each while it is open once: opening it takes longer than asking. Each is
 * asked in both widths.
 */

for (const { whose, screensFor } of screenGroups) {
  test(`the screens of ${whose} stay where they are, break no policy, have no violations and fit every size`, async ({
    page,
    isMobile,
  }) => {
    test.setTimeout(300_000); // as long as there are screens
    const usualSize = page.viewportSize() ?? { width: 0, height: 0 };
    const reports: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/policy-reports') reports.push(request.postData() ?? '');
    });
    const screens = await screensFor(page);
    for (const script of [noteViolations, countsShifts, slowAnswers]) await page.addInitScript(script);
    for (const screen of screens) {
      await page.setViewportSize(usualSize);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await opens(page, screen);
      await stays(page);
      expect([screen.address, await violationsIn(page)]).toEqual([screen.address, []]);
      // From here on what moves would only be waited for.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await hasNoViolations(page);
      await fitsEverySize(page, isMobile ? 'phone' : 'desktop');
    }
    expect(reports).toEqual([]);
  });
}
