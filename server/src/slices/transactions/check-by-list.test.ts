import { describe, expect, it } from 'vitest';
import { checkByList, type OwnList } from './check-by-list.ts';

/** The provider's list, newest first: names of ours, of others, and of what came back. */
type Row = { reference: string; isPaid: boolean };
type Answer = Awaited<ReturnType<OwnList<string, Row>['getPage']>>;

const names = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `N${from - index}`);
const rowsOf = (references: readonly string[], reversed: readonly string[] = []): Row[] =>
  references.map((reference) => ({ reference, isPaid: !reversed.includes(reference) }));

interface Story {
  due: readonly string[];
  /** What the books have, newest first. */
  books: readonly string[];
  listed: readonly Row[];
  size?: number;
  questions?: number;
  trouble?: (page: number, asked: number) => Answer | undefined;
}

async function check({ due, books, listed, size = 50, questions = 1_000, trouble }: Story) {
  const pages: number[] = [];
  const result = await checkByList<string, Row>(new Map(due.map((name) => [name, name])), {
    mayAsk: () => Promise.resolve(pages.length < questions),
    getPage(page) {
      pages.push(page);
      const rows = listed.slice((page - 1) * size, page * size);
      return Promise.resolve(
        trouble?.(page, pages.length) ?? { outcome: 'told', rows, isLast: page * size >= listed.length },
      );
    },
    referenceOf: ({ reference }) => reference,
    findPosition(reference) {
      const position = books.indexOf(reference);
      return Promise.resolve(position < 0 ? null : position);
    },
    settle: (_due, { isPaid }) => Promise.resolve(isPaid),
  });
  return { ...result, pages };
}

describe('many questions that a list may answer', () => {
  it('cost a page for each pageful, and what came back is named', async () => {
    const books = names(1_000, 1_000);
    const due = books.slice(0, 200);
    const story = { due, books, listed: rowsOf(books, ['N950']) };
    const { answered, differing, rest, pages } = await check(story);
    expect([answered, differing, rest, pages]).toEqual([199, ['N950'], [], [1, 2, 3, 4]]);
  });

  it('are found where they stand, however far back and at several places', async () => {
    const books = names(1_000, 1_000);
    const due = [...books.slice(10, 30), ...books.slice(900, 940)];
    const { answered, pages } = await check({ due, books, listed: rowsOf(books) });
    expect([answered, pages]).toEqual([60, [1, 19]]);
  });

  it('are found though others order there as well, and the list is of smaller pages', async () => {
    const books = names(1_000, 1_000);
    const listed = rowsOf(
      books.flatMap((name, index) => (index % 10 === 0 ? [`other ${name}`, name] : [name])),
    );
    const { answered, pages } = await check({ due: books.slice(800, 840), books, listed, size: 20 });
    expect(answered).toBeGreaterThanOrEqual(38);
    expect(pages.length).toBeLessThan(8);
  });

  it.each<[string, Partial<Story>, number]>([
    ['a list that fails', { trouble: () => ({ outcome: 'unknown', problem: 'answered 500' }) }, 1],
    [
      'a list of somebody else',
      { listed: rowsOf(Array.from({ length: 200 }, (_, index) => `other ${index}`)) },
      1,
    ],
    ['an empty list', { listed: [] }, 3],
    [
      'the same page again and again',
      { trouble: () => ({ outcome: 'told', rows: rowsOf(['N1']), isLast: false }) },
      4,
    ],
  ])('cost little at %s: each is left for a question of its own', async (_what, changes, most) => {
    const books = names(100, 100);
    const due = books.slice(0, 40);
    const { answered, rest, pages } = await check({ due, books, listed: rowsOf(books), ...changes });
    expect([answered, rest.toSorted()]).toEqual([0, due.toSorted()]);
    expect(pages.length).toBeLessThanOrEqual(most);
  });

  it('are left where the list has gaps, or has them not yet', async () => {
    const books = names(100, 100);
    const missing = books.filter((_name, index) => index % 3 === 1);
    const listed = rowsOf(books.filter((name) => !missing.includes(name)));
    const { answered, rest } = await check({ due: books, books, listed });
    expect([answered, rest.toSorted()]).toEqual([books.length - missing.length, missing.toSorted()]);
  });

  it('wait when the provider may not be asked more often', async () => {
    const books = names(200, 200);
    const { answered, later, rest } = await check({ due: books, books, listed: rowsOf(books), questions: 2 });
    expect([answered, later.length, rest]).toEqual([100, 100, []]);
  });
});
