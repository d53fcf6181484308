/** The list of transactions, drawn as rows on a phone and as a table on a desktop. */
import type { Locator, Page } from '@playwright/test';

/** The row of the list that has these words in it. */
export function transactionWith(page: Page, ...words: (string | RegExp)[]): Locator {
  const main = page.getByRole('main');
  const rows = main.getByRole('row').or(main.getByRole('link').filter({ visible: true }));
  return words.reduce((found, hasText) => found.filter({ hasText }), rows);
}

/** All rows of the page that is shown. */
export function allTransactions(page: Page, isMobile: boolean): Locator {
  const main = page.getByRole('main');
  return isMobile
    ? main.getByRole('region').getByRole('link')
    : main.getByRole('row').filter({ has: page.getByRole('cell') });
}
