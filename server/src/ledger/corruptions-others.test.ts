import { describe, expect, it } from 'vitest';
import { ofChecks } from '../../test/corruptions/checks.ts';
import { ofDebits } from '../../test/corruptions/debits.ts';
import { ofOthers } from '../../test/corruptions/others.ts';
import { openRichBooks } from '../../test/rich-app.ts';

const books = openRichBooks();

describe('the audit finds', () => {
  it.each([...ofOthers, ...ofDebits, ...ofChecks])('%s: %s', async (_what, rule, ...statements) => {
    expect((await books.brokenBy(...statements)).filter((found) => found.startsWith(rule))).toHaveLength(1);
  });
});
