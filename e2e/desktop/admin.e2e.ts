import type { Locator, Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { slip } from '../helpers/buying.ts';
import { transactionWith } from '../helpers/lists.ts';
import { aNewNumber, aUser, balanceOf, demo, isSignedIn, type User } from '../helpers/people.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* The screens of staff (S2.57 to S2.94, S4.20 to S4.28, S6): for an admin and for an agent. */

const longEmail = 'adaora.nwachukwu-okonkwo@students.university-of-lagos.example';

interface Box {
  scrollWidth: number;
  clientWidth: number;
}

/** How much of what is in it does not show. */
const cutFrom = (box: Locator): Promise<number> =>
  box.evaluate<number, Box>(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

const details = (page: Page, { userName }: User) => page.getByRole('dialog', { name: userName });

test('an admin sees counts, sales and services, and locks and unlocks one', async ({ page }) => {
  const name = 'Jos';
  await isSignedIn(page, await demo('admin'));
  await page.goto('/admin');
  const tiles = page.getByRole('navigation', { name: 'Admin', exact: true });
  for (const label of ['All Users', 'Total Balance', 'All transactions', 'Generate Coupon', 'Email users']) {
    await expect(tiles.getByRole('link', { name: new RegExp(`^${label}`) })).toBeVisible();
  }
  await tiles.getByRole('link', { name: /^Available services/ }).click();
  const row = page
    .getByRole('region', { name: 'electricity' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(row).toContainText('available');
  await row.getByRole('button').click();
  await page.getByLabel('Reason').fill('No answer from the company');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Lock ${name} electricity` })
    .click();
  await expect(row).toContainText('locked');
  await row.getByRole('button', { name: `Unlock ${name}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Unlock ${name} electricity` })
    .click();
  await expect(row).toContainText('available');
  await page.getByText('As a table').first().click();
  await expect(page.getByRole('table', { name: 'Profit per day' }).getByRole('row')).toHaveCount(15);
});

test('an admin finds a user, upgrades and prices them, and it stands in the staff record', async ({
  page,
}) => {
  const ada = await aUser();
  await isSignedIn(page, await demo('admin'));
  await page.goto('/admin/users');
  await page.getByRole('searchbox', { name: 'Username' }).fill(ada.userName);
  await page.keyboard.press('Enter');
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${ada.userName}`) })
    .click();
  const panel = details(page, ada);
  await expect(panel).toContainText('not verified');

  await panel.getByRole('button', { name: 'Upgrade user' }).click();
  await page.getByRole('button', { name: `Make ${ada.userName} reseller` }).click();
  await expect(toasts(page).getByText(`${ada.userName} is reseller`)).toBeVisible();
  await expect(panel).toContainText('Account typereseller');

  await panel.getByRole('button', { name: 'Add special pricing' }).click();
  const pricing = page.getByRole('dialog', { name: 'Special pricing' });
  await pricing.getByLabel('Product').selectOption('MTN-CG');
  await pricing.getByLabel('Price per GB').fill('600');
  await pricing.getByLabel('Reason').fill('Buys much');
  await pricing.getByRole('button', { name: 'Set price' }).click();
  await expect(panel).toContainText('MTN-CG₦600.00 per GB');

  const { users } = await call('listUsers', { userName: ada.userName }, (await demo('admin')).token);
  await page.goto(`/admin/audit?subject=user+${users[0]?._id}`);
  const entries = page.getByRole('main').locator('ol > li');
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(0)).toContainText('Set a special price');
  await expect(entries.nth(1)).toContainText('Changed a user type');
  await expect(entries.nth(1)).toContainText('smart earner');
  await expect(entries.nth(1)).toContainText('reseller');
});

test('the list of users has their e-mail whole', async ({ page }) => {
  const { userName, email } = await aUser();
  await page.route('**/api/v1/admin/users?*', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({ response: answer, body: text.replace(email, longEmail) });
  });
  await isSignedIn(page, await demo('admin'));
  await page.goto(`/admin/users?userName=${userName}`);
  const cell = page.getByText(longEmail);
  await expect(cell).toBeVisible();
  const table = page.getByRole('table', { name: 'Users' }).locator('..');
  for (const box of [cell, table]) expect(await cutFrom(box)).toBe(0);
});

test('from the details of a user, an admin writes and sends money to them', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, await demo('admin'));
  for (const [link, address] of [
    ['Send Email', '/admin/sendMail'],
    ['Send money', '/profile/transfer'],
  ] as const) {
    await page.goto(`/admin/users?user=${ada.userName}`);
    await details(page, ada).getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(address);
    const field = page.getByRole('main').locator(`input[value="${ada.userName}"]`);
    await expect(field.or(page.getByRole('main').getByText(ada.userName)).first()).toBeVisible();
  }
});

test('an admin takes users and transactions away as files', async ({ page }) => {
  const ada = await aUser({ naira: 500 });
  await isSignedIn(page, await demo('admin'));
  for (const [address, name, words] of [
    [`/admin/users?userName=${ada.userName}`, 'users', ada.email],
    [`/admin/transactions?userName=${ada.userName}`, 'transactions', `,"${ada.userName}",`],
  ] as const) {
    await page.goto(address);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    const text = (await (await file.createReadStream()).toArray()).join('');
    expect(text.trimEnd().split('\r\n')).toHaveLength(2);
    expect(text).toContain(words);
  }
});

for (const who of ['admin', 'agent'] as const) {
  test(`the ${who} refunds a purchase once, with a reason`, async ({ page }) => {
    const ada = await aUser({ naira: 1_000 });
    const { body } = await ask(
      'buyAirtime',
      { network: 1, mobile_number: aNewNumber(), amount: 500 },
      ada.token,
    );
    await isSignedIn(page, await demo(who));
    const list = who === 'admin' ? '/admin/transactions' : '/profile/transactions';
    await page.goto(`${list}?userName=${ada.userName}&type=airtime`);
    await transactionWith(page, ada.userName)
      .getByRole('link')
      .or(transactionWith(page, ada.userName))
      .last()
      .click();
    await expect(slip(page)).toContainText(body.receipt.reference);
    await page.getByRole('group', { name: 'Staff actions' }).getByRole('button', { name: 'Refund' }).click();
    const step = page.getByRole('dialog', { name: 'Refund' });
    await step.getByRole('button', { name: 'Refund ₦495.00' }).click();
    await expect(step).toContainText('Say why: it goes into the staff record.');
    await step.getByLabel('Reason').fill('Wrong number');
    await step.getByRole('button', { name: 'Refund ₦495.00' }).click();
    await expect(
      page.getByText('Its cost of ₦485.00 is our loss until the supplier gives it back.'),
    ).toBeVisible();
    expect(await balanceOf(ada)).toBe(1_000);
  });
}

test('a pending wallet transaction is checked by an agent', async ({ page }) => {
  const ada = await aUser();
  const { reference } = await call('initiateSquadFunding', { amount: 500 }, ada.token);
  await isSignedIn(page, await demo('agent'));
  await page.goto(`/profile/transactions/${reference}`);
  const staff = page.getByRole('group', { name: 'Staff actions' });
  await expect(staff.getByRole('button', { name: 'Refund' })).toHaveCount(0);
  await staff.getByRole('button', { name: 'Check status' }).click();
  await expect(toasts(page).getByText('There is no outcome yet. We keep asking')).toBeVisible();
});

test('an admin sees who of the staff looked at a user', async ({ page, browser }) => {
  const ada = await aUser();
  const agents = await browser.newPage();
  await isSignedIn(agents, await demo('agent'));
  await agents.goto(`/admin/users?user=${ada.userName}`);
  await expect(details(agents, ada).getByRole('link', { name: 'Transactions' })).toBeVisible();
  await agents.close();

  await isSignedIn(page, await demo('admin'));
  await page.goto(`/admin/users?user=${ada.userName}`);
  const looked = details(page, ada).getByRole('region', { name: 'Who looked' });
  await expect(looked.getByText('by agent').first()).toBeVisible();
  await hasNoViolations(page);
  await looked.getByRole('link', { name: 'Everybody who looked at this user' }).click();
  await expect(page.getByRole('tab', { name: 'What they looked at', selected: true })).toBeVisible();
  await expect(page.getByText(`by agent · of ${ada.userName}`).first()).toBeVisible();
  await hasNoViolations(page);
});

test('an agent sees users without what only admins do, and is led away from the rest', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, await demo('agent'));
  await page.goto(`/admin/users?user=${ada.userName}`);
  const panel = details(page, ada);
  await expect(panel.getByRole('link', { name: 'Transactions' })).toBeVisible();
  for (const name of ['Upgrade user', 'Reset password', 'Add special pricing']) {
    await expect(panel.getByRole('button', { name })).toHaveCount(0);
  }
  for (const address of ['/admin', '/admin/transactions', '/admin/audit']) {
    await page.goto(address);
    await expect(page).toHaveURL('/profile');
  }
});
