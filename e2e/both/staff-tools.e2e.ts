import type { Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { demo, aUser, isSignedIn } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* What staff set: plans and prices, settings, mails; who is kept out of it is in roles.e2e.ts (S6.2, S6.8). */

const says = (page: Page, words: string | RegExp) =>
  expect(toasts(page).getByText(words).first()).toBeVisible();

test('an admin adds a plan, prices it and takes it off the list', async ({ page, isMobile }) => {
  const type = `T${Date.now().toString(36).toUpperCase()}`;
  await isSignedIn(page, await demo('admin'));
  await page.goto('/profile/updatePrice');
  await expect(page.getByText('Select a network', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'T2 (9mobile)' }).click();
  await page.getByRole('button', { name: 'Add plan' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a plan of 9MOBILE' });
  const values = { Name: '4GB', Type: type, 'Volume in GB': '4', 'Cost price (₦)': '1100' };
  const prices = { 'Smart earner price (₦)': '1900', 'Reseller price (₦)': '1850', 'API price (₦)': '1800' };
  for (const [label, text] of Object.entries({ ...values, ...prices })) {
    await sheet.getByLabel(label, { exact: true }).fill(text);
  }
  await hasNoViolations(page);
  await sheet.getByRole('button', { name: 'Add plan' }).click();
  await says(page, '9MOBILE 4GB is added');

  const plan = `9MOBILE ${type} 4GB`;
  if (isMobile) {
    await page.getByRole('button', { name: `Change ${plan}` }).click();
    await page.getByRole('dialog', { name: plan }).getByLabel('API price (₦)').fill('1200');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Are these prices meant?')).toBeVisible();
    await page.getByRole('button', { name: 'Yes, save these prices' }).click();
    await says(page, '9MOBILE 4GB is changed');
  } else {
    await page.getByLabel(`API of ${plan}`).fill('1200');
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('button', { name: 'Save 1 plan' }).click();
    await page.getByRole('switch', { name: 'These prices are meant' }).check();
    await page.getByRole('button', { name: 'Save 1 plan' }).click();
    await says(page, '1 plan has its new prices');
  }
  const { plans } = await call('listPlans', { network: '9MOBILE' }, (await demo('admin')).token);
  expect(plans.find(({ planType }) => planType === type)?.apiPrice).toBe(1_200);

  await page.getByRole('button', { name: `Change ${plan}` }).click();
  await page.getByRole('dialog', { name: plan }).getByRole('button', { name: 'Delete plan' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this plan' });
  await expect(question).toContainText(plan);
  await question.getByRole('button', { name: 'Delete plan' }).click();
  await says(page, '9MOBILE 4GB is off the list');
  await expect(page.getByRole('button', { name: `Change ${plan}` })).toHaveCount(0);
});

test('an admin writes a mail, sees it as its reader will, and follows it', async ({ page }) => {
  const ada = await aUser();
  const subject = `For ${ada.userName}`;
  await isSignedIn(page, await demo('admin'));
  await page.goto('/admin/sendmail');
  const main = page.getByRole('main');
  await main.getByLabel('Subject').fill(subject);
  await main.getByLabel('Message').fill('Your wish is granted.');
  await main.getByLabel('Button text').fill('Look');
  await main.getByLabel('Link', { exact: true }).fill('https://shop.example/');
  await main.getByLabel('Username').fill(ada.userName);
  await main.getByRole('button', { name: 'validate' }).click();
  const mail = page.frameLocator('iframe[title="The mail"]');
  await expect(mail.getByText('Your wish is granted.')).toBeVisible();
  await expect(mail.getByRole('link', { name: 'Look' })).toBeVisible();
  // As its reader gets it, though the frame's policy takes no styles.
  await expect(mail.getByRole('link', { name: 'Look' })).toHaveCSS('font-weight', '600');
  await expect(mail.getByRole('link', { name: 'Look' })).toHaveCSS('padding-left', '20px');
  await main.getByRole('button', { name: 'Send email' }).click();
  await page.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(page).toHaveURL('/profile');
  await page.goto('/admin/sendMail');
  const row = main.getByRole('listitem').filter({ hasText: subject });
  await expect(row).toContainText('1 of 1 sent', { timeout: 20_000 });
});

test('an admin sees the suppliers, ALARO and GLAD among them, and who is asked first for data and airtime', async ({
  page,
}) => {
  await isSignedIn(page, await demo('admin'));
  await page.goto('/profile/adminSettings');
  const suppliers = page.getByRole('region', { name: 'Suppliers' });
  await expect(suppliers.getByRole('listitem')).toHaveCount(3);
  for (const name of ['ALARO', 'GLAD']) await expect(suppliers).toContainText(name);
  for (const type of ['Data', 'Airtime']) {
    const routes = page.getByRole('region', { name: 'Who is asked first' });
    await routes.getByRole('group', { name: 'Service' }).getByText(type, { exact: true }).click();
    const order = routes.getByRole('list', { name: `Order for MTN ${type.toLowerCase()}` });
    await expect(order.getByRole('listitem').first()).toContainText(/^1(ALARO|GLAD)/);
  }
  await expect(page.getByRole('region', { name: 'Update notification' }).getByLabel('Text')).toBeVisible();
  await hasNoViolations(page);
});

test('an agent reads prices and writes the notification, and has nothing else of it', async ({ page }) => {
  await isSignedIn(page, await demo('agent'));
  await page.goto('/profile/updatePrice?network=MTN');
  await expect(page.getByText('500 MB').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add plan|Change )/ })).toHaveCount(0);
  await page.goto('/profile/adminSettings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notification');
  await expect(page.getByRole('region', { name: 'Suppliers' })).toHaveCount(0);
  for (const address of ['/admin/sendMail', '/admin/generateCoupon']) {
    await page.goto(address);
    await expect(page).toHaveURL('/profile');
  }
});
