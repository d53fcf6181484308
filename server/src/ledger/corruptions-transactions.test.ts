import { describe, expect, it } from 'vitest';
import { ofTransactions } from '../../test/corruptions/transactions.ts';
import { openRichBooks } from '../../test/rich-app.ts';

const books = openRichBooks();

describe('the audit finds', () => {
  it.each(ofTransactions)('%s: %s', async (_what, rule, ...statements) => {
    expect((await books.brokenBy(...statements)).filter((found) => found.startsWith(rule))).toHaveLength(1);
  });
});
