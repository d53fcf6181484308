import { given, retired, standard, within } from '../words.ts';
import { lines, type Planted } from './planted.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A word as the last part of a name: 'myLane', 'myGiveBack'; 'my_lane'; 'my-lane'. */
const camel = (word: string): string => `my${word.split(' ').map(capital).join('')}`;
const snake = (word: string): string => `my_${word.replaceAll(' ', '_')}`;
const dashed = (word: string): string => `my-${word.replaceAll(' ', '-')}`;
const words = Object.keys(retired);
const scriptNames = [...given].filter((name) => !name.includes('-'));

/** A file at a place: the place itself, or one in that folder. */
const fileAt = (place: string, name = 'file'): string =>
  place.endsWith('/') ? `${place}${name}.${place.includes('/database/') ? 'sql' : 'ts'}` : place;
/** Beside a place and in the rooms of money, but not in it. */
const OUTSIDE = 'server/src/slices/plans/outside.ts';
const exceptions = Object.entries(standard).flatMap(([word, places]) =>
  places.map((place) => ({ word, path: fileAt(place) })),
);

export const plantedWords: Planted[] = [
  {
    rule: 'no identifier is a retired word',
    files: {
      'server/src/slices/purchases/open.ts': lines(
        '// a slip in a comment is prose',
        "const open = { slip: 'a word of the wire', faceValueKobo: 1 };",
        'const openLane = () => open;',
        'export interface PlanWish { told: string }',
        'const givenBackAt = 1;',
        'const [lately, gives, back] = [1, 2, 3];',
      ),
      'web/src/ui/table.tsx': "export const Table = () => <p className='slip'>slip</p>;",
    },
    finds: [
      'server/src/slices/purchases/open.ts:3',
      'server/src/slices/purchases/open.ts:4',
      'server/src/slices/purchases/open.ts:4',
      'server/src/slices/purchases/open.ts:5',
    ],
  },
  {
    rule: 'no identifier is a retired word',
    files: {
      'server/src/outside/all.ts': lines(...words.map((word) => `const ${camel(word)} = 1;`)),
      'server/src/slices/plans/all.ts': lines(...words.map((word) => `const ${camel(word)} = 1;`)),
    },
    // Each word is found in one of the two at least: `within` takes some from the one, some from the other.
    finds: words
      .flatMap((word, index) => [
        ...(['line', 'lines'].includes(word) ? [] : [`server/src/outside/all.ts:${index + 1}`]),
        ...(word === 'bodies' ? [] : [`server/src/slices/plans/all.ts:${index + 1}`]),
      ])
      .toSorted(),
  },
  {
    // What is given is given whole: the same name with one more part is refused.
    rule: 'no identifier is a retired word',
    files: {
      'server/src/slices/plans/given.ts': lines(...scriptNames.map((name) => `const ${name} = 1;`)),
      'server/src/slices/plans/more.ts': lines(...scriptNames.map((name) => `const my_${name} = 1;`)),
    },
    finds: scriptNames.map((_name, index) => `server/src/slices/plans/more.ts:${index + 1}`).toSorted(),
  },
  ...exceptions
    .filter(({ path }) => path.endsWith('.ts'))
    .map(({ word, path }) => ({
      rule: 'no identifier is a retired word',
      files: { [path]: `const ${camel(word)} = 1;`, [OUTSIDE]: `const ${camel(word)} = 1;` },
      finds: [`${OUTSIDE}:1`],
    })),
  ...Object.entries(within).flatMap(([word, places]) =>
    places.map((place) => ({
      rule: 'no identifier is a retired word',
      files: { [fileAt(place)]: `const ${camel(word)} = 1;`, 'tools/one.ts': `const ${camel(word)} = 1;` },
      finds: [`${fileAt(place)}:1`],
    })),
  ),
  {
    rule: 'no name in SQL is a retired word',
    files: {
      'server/database/functions/settle.sql': lines(
        '-- the slip, and what was told',
        'create table doors (face_value_kobo bigint, kept text);',
        "select 'slip', 'it''s a lane', slip_of(1) from transactions;",
        'create function open_wishes() returns void as $$ declare ways int; begin end $$;',
        'alter table a add column b bigint generated always as (1) stored;',
      ),
      'server/database/migrations/0009_more.sql': 'alter table a add b int generated always as (1) stored;',
      'server/src/slices/plans/doors.ts': 'const sql = `select told from doors`;',
    },
    finds: [
      'server/database/functions/settle.sql:2',
      'server/database/functions/settle.sql:2',
      'server/database/functions/settle.sql:3',
      'server/database/functions/settle.sql:4',
      'server/database/functions/settle.sql:4',
      'server/database/functions/settle.sql:5',
    ],
  },
  {
    rule: 'no name in SQL is a retired word',
    files: {
      'server/database/grants.sql': lines(
        ...words.map((word) => `grant select on ${snake(word)} to jara_app;`),
      ),
    },
    finds: words
      .flatMap((word, index) =>
        Object.hasOwn(within, word) ? [] : [`server/database/grants.sql:${index + 1}`],
      )
      .toSorted(),
  },
  {
    rule: 'no file or folder is named by a retired word',
    files: {
      'server/src/slices/purchases/told-by-mail.test.ts': '',
      'server/src/doors/one.ts': '',
      'server/src/doors/two.ts': '',
      'docs/way.md': '',
      'docs/decisions/0002-a-door.md': '',
      'web/src/pages/public/check-slip.tsx': '',
      'web/src/pages/public/my-check-slip.tsx': '',
      'tools/lines.mjs': '',
    },
    finds: [
      'docs/way.md:1',
      'server/src/doors/one.ts:1',
      'server/src/slices/purchases/told-by-mail.test.ts:1',
      'web/src/pages/public/my-check-slip.tsx:1',
    ],
  },
  {
    rule: 'no file or folder is named by a retired word',
    files: Object.fromEntries(words.map((word) => [`server/src/slices/plans/${dashed(word)}.ts`, ''])),
    finds: words
      .filter((word) => word !== 'bodies')
      .map((word) => `server/src/slices/plans/${dashed(word)}.ts:1`)
      .toSorted(),
  },
  {
    rule: 'every exception to the retired words is needed by a name',
    files: {
      'test/tidy/words.ts': lines("  'slip',", "  'checkSlip',", "  face: ['web/build/fonts.ts'],"),
      'contract/src/all.ts': lines(
        ...scriptNames.filter((name) => name !== 'checkSlip').map((name) => `const ${name} = 1;`),
      ),
      ...Object.fromEntries(
        [...given].filter((name) => name.includes('-')).map((name) => [`server/${name}.test.ts`, '']),
      ),
      ...Object.fromEntries(
        exceptions
          .filter(({ path }) => path !== 'web/build/fonts.ts')
          .map(({ path }) => {
            const here = exceptions.filter((one) => one.path === path).map(({ word }) => word);
            const code = here.map((word) =>
              path.endsWith('.sql') ? snake(word) : `const ${camel(word)} = 1;`,
            );
            return [path, lines(...code)];
          }),
      ),
    },
    // The typeface has two words, `face` and `faces`.
    finds: ['test/tidy/words.ts:2', 'test/tidy/words.ts:3', 'test/tidy/words.ts:3'],
  },
];
