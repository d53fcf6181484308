import { limits } from '@jara/contract/constants.ts';

/**
 * How many pages a list has that is counted up to `most`: beyond that, one more than the page that was asked for as long as something follows.
 * `found` is how many rows were read for that page, one more than it has.
 */
export function countedPages(
  count: number,
  { most, page, found }: { most: number; page: number; found: number },
): number {
  const pages = Math.max(1, Math.ceil(count / limits.pageSize));
  if (count < most || found === 0) return pages;
  return Math.min(limits.pageMaximum, Math.max(pages, found > limits.pageSize ? page + 1 : page));
}
