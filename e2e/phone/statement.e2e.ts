import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { lagosDay } from '@jara/contract/lagos-time.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { aNewNumber, aUser, isSignedIn } from '../helpers/people.ts';
import { ask } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* The wallet over a period, taken away as a file. */

async function downloads(page: Page, name: string): Promise<{ fileName: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Statement' }).getByRole('button', { name }).click();
  const file = await download;
  return { fileName: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a statement of one’s own days comes as PDF and as CSV, from the opening to the closing balance', async ({
  page,
}) => {
  const start = Date.now();
  const ada = await aUser({ naira: 2_000 });
  await ask('buyAirtime', { network: 1, mobile_number: aNewNumber(), amount: 500 }, ada.token);
  await isSignedIn(page, ada);
  await page.goto('/profile/transactions');
  await page.getByRole('button', { name: 'Statement' }).click();
  const sheet = page.getByRole('dialog', { name: 'Statement' });
  // From the day before: this month may have begun between the purchase and now.
  const dayBefore = lagosDay(start - DAY_MS);
  await sheet.getByText('Own dates').click();
  await sheet.getByLabel('From', { exact: true }).fill(dayBefore);
  await sheet.getByLabel('To', { exact: true }).fill(lagosDay(Date.now()));
  await expect(sheet).toContainText('Closing balance₦1,505.00');

  const pdf = await downloads(page, 'Download PDF');
  expect(pdf.fileName).toMatch(/^statement-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');

  const csv = (await downloads(page, 'Download CSV')).bytes.toString('utf8');
  const rows = csv.trim().split('\r\n');
  expect(rows.map((row) => row.split('","')[7])).toEqual(['Balance', '0', '2000', '1505', '1505']);

  await sheet.getByLabel('To', { exact: true }).fill(dayBefore);
  await expect(sheet).toContainText('Movements0');
});
