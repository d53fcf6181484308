import type { Page } from '@playwright/test';
import { paths } from '@jara/contract/paths.ts';
import { hasNoViolations } from '../helpers/axe.ts';
import { someone, type Person } from '../helpers/people.ts';
import { journal } from '../helpers/sandbox.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';
import { makeHome, removeHome, startProduct } from '../product.ts';

/* A newcomer behind an address where others gave too many wrong passwords, or registered too often: on a product of its own, since everybody in the others is behind one address. */

const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true });

/** What a program sends, without the cookies of a browser. */
async function post(url: string, name: 'register' | 'login', body: object): Promise<number> {
  const [, path = ''] = paths[name].split(' ');
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

const loginSubject = 'Your Jara code for another device';

async function mailedCode(
  { email }: Person,
  sandboxUrl: string,
  wanted: string = loginSubject,
): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const { mails } = await journal(sandboxUrl);
      const mail = mails.findLast(({ to, subject }) => to === email && subject === wanted);
      return (code = /enter this code there: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? '');
    })
    .not.toBe('');
  return code;
}

test('whoever is stopped by the wrong passwords of others logs in with a code from the mail', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const home = await makeHome('stopped-login', { LOGIN_FAILURES_PER_NETWORK: '5' });
  const product = await startProduct(home);
  try {
    const ada = someone();
    const { userName, email, phone, password } = ada;
    const registered = { userName, email, phoneNumber: phone, password, passwordCheck: password };
    expect(await post(product.url, 'register', registered)).toBe(201);
    for (let time = 0; time < 5; time += 1)
      expect(await post(product.url, 'login', { userName: `nobody_${time}`, password: 'a guess' })).toBe(400);

    await page.goto(`${product.url}/login`);
    await page.getByLabel('Username, e-mail or phone number').fill(userName);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await logIn(page).click();
    await expect(page.getByRole('alert')).toContainText('have a code sent to your e-mail address');
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Send me a code by e-mail' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await hasNoViolations(page);
    const code = await mailedCode(ada, product.sandboxUrl);
    await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000');
    await logIn(page).click();
    await expect(toasts(page).getByText('This code is not right, or is over')).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill(code);
    await logIn(page).click();
    await expect(page).toHaveURL(`${product.url}/profile`);
    // The address is as closed as before to devices that no account knows.
    expect(await post(product.url, 'login', { userName, password })).toBe(429);
  } finally {
    // Or it asks a product that is not there any more.
    await page.close();
    await product.stop();
    removeHome(home);
  }
});

test('whoever is stopped by the registrations of others opens an account with a code from the mail', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const home = await makeHome('stopped-registration', { REGISTRATIONS_PER_HOUR: '1' });
  const product = await startProduct(home);
  try {
    const [other, ada] = [someone(), someone()];
    const { userName, email, phone, password } = other;
    const registered = { userName, email, phoneNumber: phone, password, passwordCheck: password };
    expect(await post(product.url, 'register', registered)).toBe(201);

    await page.goto(`${product.url}/register`);
    await page.getByLabel('Username').fill(ada.userName);
    await page.getByLabel('E-mail').fill(ada.email);
    await page.getByLabel('Phone number').fill(ada.phone);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByLabel('Password again').fill(ada.password);
    const send = page.getByRole('button', { name: 'Register', exact: true });
    await send.click();
    await expect(page.getByRole('alert')).toContainText('have a code sent to your e-mail address');
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Send me a code by e-mail' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByLabel('Username')).toHaveValue(ada.userName);
    await page.getByRole('button', { name: 'I have a code' }).click();
    const code = await mailedCode(ada, product.sandboxUrl, 'Your code to open an account at Jara');
    await page.getByLabel('Code', { exact: true }).fill(code);
    await send.click();
    await expect(page).toHaveURL(`${product.url}/profile`);
  } finally {
    // Or it asks a product that is not there any more.
    await page.close();
    await product.stop();
    removeHome(home);
  }
});
