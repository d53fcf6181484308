import { describe, expect, it } from 'vitest';
import { pageRun } from './pager.tsx';

describe('the page buttons', () => {
  it.each([
    { page: 1, totalPages: 3, most: 15, run: [1, 3] },
    { page: 1, totalPages: 40, most: 15, run: [1, 15] },
    { page: 20, totalPages: 40, most: 15, run: [13, 27] },
    { page: 40, totalPages: 40, most: 15, run: [26, 40] },
    { page: 40, totalPages: 40, most: 20, run: [21, 40] },
  ])('page $page of $totalPages, at most $most', ({ page, totalPages, most, run }) => {
    const numbers = pageRun(page, totalPages, most);
    expect([numbers[0], numbers.at(-1)]).toEqual(run);
    expect(numbers.length).toBe(Math.min(totalPages, most));
    expect(numbers).toContain(page);
  });
});
