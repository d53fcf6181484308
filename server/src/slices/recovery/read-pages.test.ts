import { describe, expect, it } from 'vitest';
import { readPages, type Page } from './read-pages.ts';

const SIZE = 3;

/** A list of numbers, newest first; `trouble` may answer in its place, or change it, each time a page is asked for. */
function listOf(
  count: number,
  trouble: (page: number, asked: number, list: number[]) => Page<number> | void,
) {
  const list = Array.from({ length: count }, (_, index) => count - index);
  let asked = 0;
  return {
    asked: () => asked,
    read: (least: number, bounds = {}) =>
      readPages<number>({
        getPage: (page) => {
          asked += 1;
          const shown: Page<number> = {
            outcome: 'told',
            rows: list.slice((page - 1) * SIZE, page * SIZE),
            isLast: (page - 1) * SIZE >= list.length,
          };
          return Promise.resolve(trouble(page, asked, list) ?? shown);
        },
        nameOf: String,
        isEnough: (rows) => rows.every((row) => row < least),
        bounds: { delaysMs: [1, 1], ...bounds },
      }),
  };
}

const failing: Page<number> = { outcome: 'unknown', problem: 'answered 500' };
const upFrom = (least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index);

describe('a list that is read page by page', () => {
  it('is read as far as it is wanted, or to its end', async () => {
    const list = listOf(30, () => {});
    const some = await list.read(20);
    expect(some.outcome === 'told' && some.rows.toSorted((a, b) => a - b)).toEqual(upFrom(16, 30));
    expect(list.asked()).toBe(5);
    const all = await listOf(30, () => {}).read(0);
    expect(all).toMatchObject({ outcome: 'told', rows: { length: 30 } });
  });

  it('loses nothing while it grows, be it by a whole page', async () => {
    for (const added of [1, SIZE, 2 * SIZE]) {
      const list = listOf(30, (_page, asked, all) => {
        if (asked === 2) for (let more = 1; more <= added; more += 1) all.unshift(30 + more);
      });
      const answer = await list.read(0);
      const found = answer.outcome === 'told' ? answer.rows : [];
      expect(upFrom(1, 30).filter((row) => !found.includes(row))).toEqual([]);
    }
  });

  it('is read on after a page that failed', async () => {
    const list = listOf(9, (_page, asked) => (asked % 2 === 0 ? failing : undefined));
    expect(await list.read(0)).toMatchObject({ outcome: 'told', rows: { length: 9 } });
  });

  it.each<[string, Parameters<typeof listOf>, object]>([
    [
      'a page fails every time',
      [9, (page) => (page === 2 ? failing : undefined)],
      { problem: 'answered 500' },
    ],
    [
      'it gives the same page whichever is asked for',
      [9, () => ({ outcome: 'told', rows: [9, 8, 7], isLast: false })],
      { problem: 'it gives the same page again' },
    ],
    ['it has no end', [1_000, () => {}], { problem: 'it has no end' }],
  ])('says nothing when %s', async (_what, [count, trouble], expected) => {
    expect(await listOf(count, trouble).read(0, { pages: 20 })).toEqual({ outcome: 'unknown', ...expected });
  });

  it('says nothing when it takes too long', async () => {
    const list = listOf(9, (page) => (page === 2 ? failing : undefined));
    expect(await list.read(0, { totalMs: 20, delaysMs: [1, 60_000] })).toEqual({
      outcome: 'unknown',
      problem: 'answered 500',
    });
    const silent = listOf(9, () => failing);
    expect(await silent.read(0)).toEqual(failing);
    expect(silent.asked()).toBe(1);
  });
});
