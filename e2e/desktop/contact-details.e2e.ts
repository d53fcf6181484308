import { hasNoViolations } from '../helpers/axe.ts';
import { aNewNumber, aUser, isSignedIn } from '../helpers/people.ts';
import { journal, phoneCode } from '../helpers/sandbox.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* E-mail and phone: proved by a link and a code, and changed with a word from the old address. */

/** The newest link of its kind that went to this address. */
async function linkTo(address: string, purpose: 'confirm' | 'decide'): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const texts = (await journal()).mails.filter(({ to }) => to === address).map(({ text }) => text);
      const pattern = new RegExp(String.raw`https?://\S*/email/${purpose}#[\w-]+`);
      found = pattern.exec(texts.toReversed().join('\n'))?.[0];
      return found;
    })
    .toBeDefined();
  return found ?? '';
}

test('somebody confirms phone and e-mail, and changes the address with a word from the old one', async ({
  page,
}) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  await page.goto('/profile/user');
  const section = page.getByRole('region', { name: 'E-mail and phone' });
  await expect(section.getByText('Not confirmed')).toHaveCount(2);

  await section.getByRole('button', { name: 'Change phone' }).click();
  const phone = aNewNumber();
  await page.getByLabel('New phone number').fill(phone);
  await page.getByLabel('Your password').fill(ada.password);
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await hasNoViolations(page);
  await page.getByLabel('Code').fill(await phoneCode(phone));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(toasts(page).getByText(`Your phone number is ${phone} now`)).toBeVisible();
  await expect(section.getByText('Not confirmed')).toHaveCount(1);

  // The link of the registration.
  await page.goto(await linkTo(ada.email, 'confirm'));
  await expect(page).toHaveURL('/email');
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('Your e-mail address is confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'To my account' }).click();
  await expect(section.getByText('Not confirmed')).toHaveCount(0);

  const email = `new.${ada.email}`;
  await section.getByRole('button', { name: 'Change e-mail' }).click();
  await page.getByLabel('New e-mail address').fill(email);
  await page.getByLabel('Your password').fill(ada.password);
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`${email} is not your address yet`)).toBeVisible();
  await hasNoViolations(page);
  await page.goto(await linkTo(ada.email, 'decide'));
  await expect(page.getByRole('button', { name: 'It was me: agree' })).toBeVisible();
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'It was me: agree' }).click();
  await expect(page.getByText(/^Thank you/)).toBeVisible();
  await page.goto(await linkTo(email, 'confirm'));
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('Your e-mail address is confirmed')).toBeVisible();
  await page.goto('/profile/user');
  await expect(section).toContainText(email);
  await page.goto('/profile/transfer');
  await expect(page.getByText(/Nothing can be sent until/)).toHaveCount(0);
});
