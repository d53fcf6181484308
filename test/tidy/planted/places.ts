import { lines, type Planted } from './planted.ts';

export const plantedPlaces: Planted[] = [
  {
    rule: 'every place that a document or a comment names exists',
    files: {
      'README.md': lines(
        '`server/src/ledger/` and `server/src/purse/`',
        '[money](docs/money.md)',
        '`server/dist/main.js` and Node.js and `*.race.test.ts`',
        '`post.ts` is there, `lost.ts` is not, and `pace.ts` may be one of two',
        '```sh',
        'vi src/of-an-example.ts',
        '```',
        'In plain words, too: server/src/ledger/gone.ts',
      ),
      'docs/money.md': lines(
        '`contract/src/<noun>.ts`',
        '[back](../READ.md) [out](https://jara.example/a.html)',
        '`server/src/mails/pace.ts` is meant by `pace.ts`',
      ),
      'docs/decisions/0001-old.md': lines(
        '`server/src/of-its-day.ts`',
        '',
        '## Status',
        '',
        'Superseded by [2](x).',
      ),
      'server/src/ledger/post.ts': lines(
        '/* As in balance.ts; docs/money.md says why, docs/mony.md does not. */',
        "export const file = 'nowhere.ts';",
        '// The rows of server/base/ are not these.',
      ),
      'server/src/ledger/balance.ts': '',
      'server/src/ledger/post.sql': lines('-- as spend.sql says', 'select 1;'),
      'web/src/app/styles.css': lines('/* the colours of', 'paint.css */'),
      'server/src/mails/pace.ts': '',
      'server/src/push/pace.ts': '// Beside pace.ts of this folder.',
    },
    finds: [
      'README.md:1',
      'README.md:4',
      'README.md:4',
      'README.md:8',
      'docs/money.md:2',
      'server/src/ledger/post.sql:1',
      'server/src/ledger/post.ts:1',
      'server/src/ledger/post.ts:3',
      'web/src/app/styles.css:2',
    ],
  },
  {
    rule: 'no table has a row twice',
    files: {
      'docs/operations.md': lines(
        '| Setting | Means |',
        '| --- | --- |',
        '| `PORT` | which |',
        '| `HOST` | where |',
        '| `PORT` | the port |',
        '| other | thing |',
        '| other | matter |',
        '| other | thing |',
        '',
        '| `PORT` | in another table |',
      ),
    },
    finds: ['docs/operations.md:5', 'docs/operations.md:8'],
  },
];
