import { expect, it } from 'vitest';
import { countedPages } from './counted-pages.ts';

const most = 10_000;

it.each([
  ['nothing', 0, { page: 1, found: 0 }, 1],
  ['less than is counted', 120, { page: 1, found: 51 }, 3],
  ['a page beyond the last one', 120, { page: 9, found: 0 }, 3],
  ['all that is counted, on an early page', most, { page: 1, found: 51 }, 200],
  ['more than is counted, on its last counted page', most, { page: 200, found: 51 }, 201],
  ['more than is counted, on the last page of all', most, { page: 240, found: 12 }, 240],
  ['more than is counted, beyond the last page', most, { page: 5_000, found: 0 }, 200],
  ['more than there may be pages of', most, { page: 10_000, found: 51 }, 10_000],
])('%s', (_, count, { page, found }, pages) => {
  expect(countedPages(count, { most, page, found })).toBe(pages);
});
