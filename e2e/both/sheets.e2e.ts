import type { Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { brokenWords, setTextSize, troublesToRead } from '../helpers/readable.ts';
import { comesIn, isThere } from '../helpers/screens.ts';
import { expect, test } from '../helpers/test.ts';
import type { Watcher } from '../screens.ts';

/* What opens over a screen by one press or two: nothing that a program finds against it, and with text of 200 % all of it can be read. */

// What moves is waited for before anything is asked.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Sheet {
  address: string;
  /** The buttons that lead to it, one after the other; the first of each. */
  presses: readonly (string | RegExp)[];
  /** What the sheet is called. */
  title: string | RegExp;
  /** Only where there is room for the table that it belongs to. */
  needsDesktop?: boolean;
}

const sheets: Partial<Record<Watcher, readonly Sheet[]>> = {
  newcomer: [
    { address: '/profile', presses: ['Update KYC'], title: 'Update KYC' },
    { address: '/profile', presses: ['get Palmpay acc'], title: 'PalmPay account' },
    { address: '/profile/withdraw', presses: ['Bank'], title: 'Choose a bank' },
    { address: '/profile/user', presses: ['Change e-mail'], title: 'Change e-mail' },
    { address: '/profile/security', presses: ['Switch on'], title: 'Switch on two-step login' },
  ],
  customer: [
    { address: '/profile/withdraw', presses: [/^Remove /], title: 'Remove beneficiary' },
    { address: '/profile/transactions', presses: ['Statement'], title: 'Statement' },
    { address: '/profile/transactions/{delivered}', presses: ['More'], title: 'Slip' },
    { address: '/profile/user', presses: ['Upgrade to reseller'], title: 'Upgrade to reseller' },
    { address: '/profile/developer', presses: ['New secret'], title: /secret/ },
  ],
  reseller: [{ address: '/profile/transactions/{delivered}', presses: ['More'], title: 'Slip' }],
  admin: [
    { address: '/admin', presses: [/^Lock /], title: /^Lock / },
    {
      address: '/admin/transactions?userName={buyer}&transaction={delivered}',
      presses: ['Refund'],
      title: 'Refund',
    },
    { address: '/admin/transactions', presses: ['Sales statistics'], title: 'Sales statistics' },
    { address: '/admin/users?user={buyer}', presses: ['Debit the wallet'], title: 'Debit the wallet' },
    { address: '/admin/users?user={buyer}', presses: ['Close account'], title: 'Close reserved account' },
    { address: '/admin/users?user={buyer}', presses: ['Add special pricing'], title: 'Special pricing' },
    { address: '/admin/waiting', presses: [/^Decide/], title: 'What became of it' },
    { address: '/admin/waiting?queue=suspense', presses: [/^Decide/], title: 'Whose money it is' },
    { address: '/admin/waiting?queue=second', presses: [/^Decide/], title: 'Confirm or reject' },
    { address: '/admin/waiting?queue=disputes', presses: ['Answer'], title: 'Answer' },
    { address: '/admin/recovery', presses: [/^Compared/], title: 'Compared by hand' },
    {
      address: '/profile/updatePrice?network=MTN',
      presses: ['Prices from cost'],
      title: 'Prices from cost',
      needsDesktop: true,
    },
    {
      address: '/profile/updatePrice?network=MTN',
      presses: ['From a file'],
      title: 'Prices from a file',
      needsDesktop: true,
    },
    { address: '/profile/updatePrice?network=MTN', presses: [/^Change /], title: /^MTN/ },
    {
      address: '/profile/updatePrice?network=MTN',
      presses: [/^Change /, 'Delete plan'],
      title: 'Delete this plan',
    },
  ],
};

async function opensSheet(page: Page, { address, presses, title }: Sheet): Promise<void> {
  await page.goto(address);
  await isThere(page, /./);
  for (const name of presses) await page.getByRole('button', { name, exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: title, exact: true }).last()).toBeVisible();
}

/** As many as fit well into a minute of a loaded machine. */
const MOST_IN_A_GROUP = 6;

for (const [whose, all] of Object.entries(sheets)) {
  for (let first = 0; first < all.length; first += MOST_IN_A_GROUP) {
    const group = all.slice(first, first + MOST_IN_A_GROUP);
    test(`what opens over the screens of the ${whose}, from ${first + 1} on`, async ({ page, isMobile }) => {
      test.setTimeout(180_000); // as long as there are sheets
      const facts = await comesIn(page, whose as Watcher); // the keys of the table
      for (const sheet of group.filter(({ needsDesktop = false }) => !(isMobile && needsDesktop))) {
        const address = sheet.address.replaceAll(/\{(\w+)\}/g, (_, fact: string) => facts[fact] ?? '');
        await opensSheet(page, { ...sheet, address });
        await hasNoViolations(page);
        expect.soft(await brokenWords(page), `${address}: ${String(sheet.title)}`).toEqual([]);
        await setTextSize(page, 200);
        expect.soft(await troublesToRead(page), `${address}: ${String(sheet.title)}`).toEqual([]);
        await setTextSize(page, 100);
      }
    });
  }
}
