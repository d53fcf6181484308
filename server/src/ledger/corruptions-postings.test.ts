import { describe, expect, it } from 'vitest';
import { ofPostings } from '../../test/corruptions/postings.ts';
import { openRichBooks } from '../../test/rich-app.ts';
import { postingCodes } from './chart.ts';

const books = openRichBooks();

const ROW = 'R21 Every posting moved what the row behind it says';

describe('books that nobody spoiled', () => {
  it('break no rule', async () => {
    expect(await books.brokenBy('select')).toEqual([]);
  });

  it('have every posting that there is', async () => {
    const posted = await books.owner.rows<{ code: string }>('select distinct code from postings order by 1');
    expect(posted.map(({ code }) => code)).toEqual(Object.keys(postingCodes).toSorted());
  });
});

describe('the audit finds', () => {
  it.each(ofPostings)('%s: %s', async (_what, rule, ...statements) => {
    expect((await books.brokenBy(...statements)).filter((found) => found.startsWith(rule))).toHaveLength(1);
  });
});

/** Every code is looked for in both directions: nothing else in the books may hide that one of its rows or postings is missing. */
describe('the audit finds of every code', () => {
  it.each(Object.keys(postingCodes))(
    '%s: a posting that is gone, and one that is there twice',
    async (code) => {
      const one = `(select min(id) from postings where code = '${code}')`;
      const gone = await books.brokenBy(
        `delete from entries where posting_id = ${one}`,
        `delete from postings where id = ${one}`,
      );
      // What opening money there was, only its posting tells; the wallet that has too much shows it.
      expect(gone.some((found) => found.startsWith(code === 'issue.demo' ? 'R2 ' : ROW))).toBe(true);
      const twice = await books.brokenBy(
        `insert into postings (code, reference, actor_id, reason) select code, '888888', actor_id, reason from postings where id = ${one}`,
        `insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
       select (select max(id) from postings), leg, account_id, amount, balance_before, balance_after, version + 1000 from entries
       where posting_id = ${one}`,
      );
      expect(twice.some((found) => found.startsWith(ROW))).toBe(true);
    },
  );
});
