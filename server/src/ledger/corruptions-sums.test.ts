import { describe, expect, it } from 'vitest';
import { ofSums } from '../../test/corruptions/sums.ts';
import { openRichBooks } from '../../test/rich-app.ts';

const books = openRichBooks();

describe('the audit finds', () => {
  it.each(ofSums)('%s: %s', async (_what, rule, ...statements) => {
    expect((await books.brokenBy(...statements)).filter((found) => found.startsWith(rule))).toHaveLength(1);
  });
});
