import type { Browser, Page } from '@playwright/test';
import type { SignedIn } from '@jara/contract/calls/accounts.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import { hasNoViolations } from '../helpers/axe.ts';
import { closesReceipt, sheet, receiptState } from '../helpers/buying.ts';
import { someone, type Person } from '../helpers/people.ts';
import { journal } from '../helpers/sandbox.ts';
import { choosesReceiver, fillsAmount } from '../helpers/sending.ts';
import { expect, test } from '../helpers/test.ts';
import { refusesWith, toasts } from '../helpers/toasts.ts';
import { makeHome, removeHome, startProduct } from '../product.ts';

/* The code that a device takes that is new, and what leaves from there, where the operator limits it: on a product of its own, since both are off elsewhere. */

/** As a program or, by the page's own requests, as its browser, cookies and all. */
async function asks(page: Page, name: CallName, data: object, token = ''): Promise<SignedIn> {
  const [, path = ''] = paths[name].split(' ');
  // The first that a product of its own is asked may take long on a loaded machine.
  const answer = await page.request.post(path, {
    data,
    headers: { 'x-auth-token': token },
    timeout: 40_000,
  });
  expect(answer.ok(), `${name} answered ${answer.status()}`).toBe(true);
  return (await answer.json()) as SignedIn; // of our own server; other calls' answers are not looked at
}

const register = (page: Page, { userName, email, phone, password }: Person): Promise<SignedIn> =>
  asks(page, 'register', { userName, email, phoneNumber: phone, password, passwordCheck: password });

/** A browser of its own, with nothing in it. */
const aDevice = async (browser: Browser, baseURL: string): Promise<Page> => {
  const shape = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
  return (await browser.newContext({ baseURL, ...shape, serviceWorkers: 'block' })).newPage();
};

async function logsIn(page: Page, { userName, password }: Person, giveCode = async () => {}): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username, e-mail or phone number').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await giveCode();
  await expect(page).toHaveURL('/profile');
  // The identity check opens by itself once per visit: it has.
  await page.evaluate(
    `sessionStorage.setItem('kycAsked', JSON.stringify(JSON.parse(localStorage.getItem('user')).user._id))`,
  );
}

/** Looks for the mail, and types its code. */
async function givesMailedCode(page: Page, { email }: Person, sandboxUrl: string): Promise<void> {
  await expect(page.getByText(/^Six digits from the mail to/)).toBeVisible();
  await hasNoViolations(page);
  let code = '';
  await expect
    .poll(async () => {
      const { mails } = await journal(sandboxUrl);
      const mail = mails.findLast(({ to, subject }) => to === email && subject === 'Your Jara login code');
      return (code = /enter this code there: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '');
    })
    .not.toBe('');
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

const newDevice = /New device: ₦20,000 limit until (today|tomorrow) \d\d:\d\d/;

test('a new device takes a code, says its limit before anything is typed and sends no more; the first one has none', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const home = await makeHome('new-device', {
    NEW_DEVICE_CAP_NAIRA: '20000',
    LOGIN_CODE_MINUTES: '15',
  });
  const product = await startProduct(home);
  try {
    const [first, second] = [await aDevice(browser, product.url), await aDevice(browser, product.url)];
    const [ada, chidi] = [someone(), someone()];
    await register(await aDevice(browser, product.url), chidi);
    const { token } = await register(first, ada);
    await asks(first, 'testTopUp', { amount: 90_000 }, token);
    await logsIn(first, ada);
    await logsIn(second, ada, () => givesMailedCode(second, ada, product.sandboxUrl));

    await second.goto('/profile/transfer');
    await expect(second.getByText(newDevice)).toBeVisible();
    await expect(second.getByRole('main')).toContainText(
      'For purchases, transfers and withdrawals together.',
    );
    await choosesReceiver(second, chidi.userName);
    await fillsAmount(second, 20_001);
    await expect(second.getByText(/^At most ₦20,000.00 more can be sent from here until/)).toBeVisible();
    await second.getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect(toasts(second).getByText(/₦20,000.00 is left$/)).toBeVisible();
    await expect(second.getByLabel('Amount', { exact: true })).toHaveValue('20001');
    await fillsAmount(second, 15_000);
    await second.getByRole('button', { name: 'Transfer', exact: true }).click();
    await sheet(second).getByRole('button', { name: 'Send ₦15,000.00' }).click();
    await expect(receiptState(second)).toHaveText('Sent');
    await closesReceipt(second);
    await second.goto('/profile/withdraw');
    await expect(second.getByText(newDevice)).toBeVisible();
    await expect(second.getByRole('main')).toContainText(
      '₦5,000.00 of it is left for purchases, transfers and withdrawals.',
    );

    await first.goto('/profile/security');
    const devices = first.getByRole('region', { name: 'Devices' }).getByRole('listitem');
    await expect(devices.filter({ hasText: 'New device, ₦20,000 limit until' })).toHaveCount(1);
    await expect(devices.filter({ hasText: 'This device' })).not.toContainText('New device');
    await choosesReceiver(first, chidi.userName);
    await expect(first.getByText(newDevice)).toBeHidden();
    await fillsAmount(first, 75_000.5);
    await refusesWith(first, 'Transfer', 'Insufficient balance');
    await fillsAmount(first, 30_000);
    await first.getByRole('button', { name: 'Transfer', exact: true }).click();
    await sheet(first).getByRole('button', { name: 'Send ₦30,000.00' }).click();
    await expect(receiptState(first)).toHaveText('Sent');
  } finally {
    await product.stop();
    removeHome(home);
  }
});
