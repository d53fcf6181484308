import { lines, type Planted } from './planted.ts';

export const plantedMentions: Planted[] = [
  {
    rule: 'a name in backticks in a comment is a name in the code',
    files: {
      'server/src/slices/purchases/open.ts': lines(
        '// Given by `nextId`, by `oldId()` and by `settle_all`, to `npm run books`, as `unknown`.',
        'export const nextId = 1; // `OLD_LIMIT_NAIRA`',
        'const sql = `select settle_purchase(1)`;',
        'const text = `// ${openOne} is no comment`;',
        '/* `settle_purchase` and `text` */',
      ),
      'server/database/functions/settle_purchase.sql': lines(
        '-- After `lock_rows`, as `nextId` has it.',
        'create function settle_purchase() returns void;',
      ),
      'docs/money.md': '`oldId` in a document is looked at by nobody here',
    },
    finds: [
      'server/database/functions/settle_purchase.sql:1',
      'server/src/slices/purchases/open.ts:1',
      'server/src/slices/purchases/open.ts:1',
      'server/src/slices/purchases/open.ts:2',
    ],
  },
];
