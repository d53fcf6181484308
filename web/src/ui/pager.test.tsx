import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Pager, pageRun } from './pager.tsx';

let asked: number[] = [];
afterEach(() => {
  cleanup();
  asked = [];
});

const show = (page: number, totalPages: number, most = 15) =>
  render(<Pager page={page} totalPages={totalPages} most={most} onPage={(number) => asked.push(number)} />);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

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

  it.each([
    ['Previous page', 1, 40],
    ['Previous page', 2, 1],
    ['Next page', 40, 1],
    ['Next page', 39, 40],
    ['Page 38', 40, 38],
  ])('%s on page %d of 40 leads to page %d: prev and next wrap around', async (button, page, next) => {
    show(page, 40);
    await press(button);
    expect(asked).toEqual([next]);
  });

  it('mark the page that is shown', () => {
    show(2, 3);
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getByRole('button', { current: 'page' }).textContent).toBe('2');
  });

  it('are not there for a single page', () => {
    show(1, 1);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });
});
