/** What the program writes of a batch is what the database reads of it. */
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestPool } from '../../../test/pool.ts';
import { compositeArray } from './composite-array.ts';
import { purchaseToOpen } from '../../slices/purchases/open.ts';
import { purchaseToSettle } from '../../slices/purchases/settle.ts';

const db = useTestPool(1);

describe('the attributes of', () => {
  it.each([
    ['purchase_to_open', purchaseToOpen],
    ['purchase_to_settle', purchaseToSettle],
  ])('%s are named in the order of the type', async (type, named) => {
    const { attributes } = await db.owner.get<{ attributes: string[] }>(
      `select array_agg(a.attname::text order by a.attnum) as attributes
       from pg_type t join pg_attribute a on a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
       where t.typname = $1`,
      [type],
    );
    expect(attributes).toEqual(named);
  });
});

describe('a row', () => {
  beforeAll(() =>
    db.owner.run(
      'create type anything as (word text, words text[], number bigint, truth boolean, time timestamptz)',
    ),
  );

  // Everything that a row, an array or an array within a row reads as more than itself, and text of all kinds; the database has no NUL.
  const text = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      'null',
      'NULL',
      '"',
      '\\',
      '\\\\"',
      '""',
      '(',
      ')',
      ',',
      '{}',
      '{"a",b}',
      '(1,"2")',
      "'",
      '\n',
      '\t',
      '₦',
      '\\x00',
      'a b',
    ),
    fc.string({ unit: fc.constantFrom('"', '\\', ',', '(', ')', '{', '}', ' ', "'", '\n', 'a', '₦') }),
    fc.string({ unit: 'grapheme' }).map((any) => any.replaceAll('\0', '')),
  );
  const row = fc.record({
    word: fc.option(text),
    words: fc.option(fc.array(text, { maxLength: 4 })),
    number: fc.option(fc.maxSafeInteger()),
    truth: fc.option(fc.boolean()),
    time: fc.option(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    ),
  });

  it('comes back as it was, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
        const { read } = await db.owner.get<{ read: typeof rows }>(
          'select array_to_json($1::anything[]) as read',
          [compositeArray(['word', 'words', 'number', 'truth', 'time'], rows)],
        );
        expect(read.map((one) => ({ ...one, time: one.time && new Date(one.time) }))).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });

  it('has null for what it does not name', async () => {
    const { read } = await db.owner.get<{ read: unknown }>('select array_to_json($1::anything[]) as read', [
      compositeArray(['word', 'words', 'number', 'truth', 'time'], [{ number: 1 }]),
    ]);
    expect(read).toEqual([{ word: null, words: null, number: 1, truth: null, time: null }]);
  });
});
