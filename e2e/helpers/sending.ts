/** Electricity, transfers and withdrawals as a person makes them, up to the confirm step. */
import type { Page } from '@playwright/test';
import { test } from './test.ts';

let made = 0;
const next = (): string => {
  made += 1;
  return `${String(test.info().workerIndex).padStart(3, '0')}${String(made).padStart(3, '0')}`;
};

/** A meter that nobody has bought for; the last four digits choose what the sandbox does with it. */
export const aNewMeter = (lastFour = '5555'): string => `4${next()}${lastFour}`;

/** An account number that nobody has paid to; the last four digits choose what the sandbox does with it. */
export const aNewAccount = (lastFour = '5555'): string => `${next()}${lastFour}`;

export async function checksMeter(
  page: Page,
  { meter, type = 'Prepaid' }: { meter: string; type?: 'Prepaid' | 'Postpaid' },
): Promise<void> {
  await page.goto('/profile/electricity');
  await page.getByLabel('Company').selectOption({ label: 'Ikeja electricity' });
  await page.getByText(type, { exact: true }).click();
  await page.getByLabel('Meter number').fill(meter);
  await page.getByRole('button', { name: 'Check meter' }).click();
}

export async function choosesReceiver(page: Page, userName: string): Promise<void> {
  await page.goto('/profile/transfer');
  await page.getByLabel('Username').fill(userName);
  await page.getByRole('button', { name: 'Check username' }).click();
}

export async function validatesAccount(page: Page, accountNumber: string): Promise<void> {
  await page.goto('/profile/withdraw');
  await page.getByLabel('Bank', { exact: true }).click();
  await page.getByLabel('Name of the bank').fill('gtb');
  await page.getByRole('button', { name: 'GTBank' }).click();
  await page.getByLabel('Account number').fill(accountNumber);
  await page.getByRole('button', { name: 'Validate' }).click();
}

export const fillsAmount = (page: Page, naira: number): Promise<void> =>
  page.getByLabel('Amount', { exact: true }).fill(String(naira));
