import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ofSchema } from '../../test/corruptions/schema.ts';
import { openRichBooks, userNamed } from '../../test/rich-app.ts';
import { readFingerprints } from './fingerprints.ts';

const books = openRichBooks();

describe('the fingerprints', () => {
  it('are those of the schema', async () => {
    const written = await readFile(new URL('fingerprints.json', import.meta.url), 'utf8');
    expect(await readFingerprints(books.owner), 'the schema changed; run `npm run schema`').toBe(
      written.replaceAll('\r\n', '\n'),
    );
  });
});

describe('the audit finds', () => {
  it.each(ofSchema)('%s: %s', async (_what, rule, ...statements) => {
    expect((await books.brokenBy(...statements)).filter((found) => found.startsWith(rule))).toHaveLength(1);
  });
});

describe('rights', () => {
  it('are on record as they were each time', async () => {
    const records = await books.owner.rows(
      `select state from recorded_rights where subject = 'user ' || ${userNamed('vendor_v')} order by id`,
    );
    expect(records).toEqual([{ state: 'smart earner, coupon vendor' }, { state: 'reseller, coupon vendor' }]);
    const prices = `select subject, state from recorded_rights where subject like 'special price%'`;
    expect(await books.owner.rows(prices)).toEqual([
      { subject: expect.stringMatching(/^special price \d+ MTN-SME$/), state: '80000' },
    ]);
  });

  it.each([
    'update recorded_rights set state = null',
    'delete from recorded_rights',
    'truncate recorded_rights',
  ])('are not changed afterwards: %s', async (sql) => {
    await expect(books.owner.run(sql)).rejects.toThrow('is append-only');
  });
});
