import { lines, type Planted } from './planted.ts';

export const plantedDocuments: Planted[] = [
  {
    rule: 'every setting in docs/operations.md is read by somebody',
    files: {
      'server/src/config/brand-settings.ts': "text('COLOUR', {});",
      'server/src/config/config.test.ts': "readConfig({ SHAPE: 'round' });",
      'docs/operations.md': lines('| `COLOUR` | which |', '| `SHAPE` | none |', '| `SANDBOX_HOST` | other |'),
      'sandbox/src/main.ts': 'env.SANDBOX_HOST;',
    },
    finds: ['docs/operations.md:2'],
  },
  {
    rule: 'the refusals of docs/api.md are those of the contract',
    files: {
      'contract/src/refusals.ts': lines(
        "  not_found: { status: 404, msg: 'Not found' },",
        '  gone: {',
        '    status: 410,',
        "    msg: 'It is gone',",
        '  },',
      ),
      'docs/api.md': lines(
        '| `not_found` | 404 | Not there |',
        '| `gone` | 410 | It is gone |',
        '| `lost` | 404 | Lost |',
      ),
    },
    finds: ['contract/src/refusals.ts:1', 'docs/api.md:1', 'docs/api.md:3'],
  },
  {
    rule: 'every refusal is given by somebody',
    files: {
      'contract/src/refusals.ts': lines(
        "  not_found: { status: 404, msg: 'Not found' },",
        "  gone: { status: 410, msg: 'It is gone' },",
      ),
      'server/src/app/app.ts': "refuse('not_found');",
      'server/src/app/app.test.ts': "expect(code).toBe('gone');",
    },
    finds: ['contract/src/refusals.ts:2'],
  },
  {
    rule: 'docs/money.md knows every account, posting code and rule of the books',
    files: {
      'server/src/ledger/chart.ts': lines(
        "  'in_flight',",
        "  'suspense',",
        "  'purchase.open': 'it',",
        "  'issue.gift': 'it',",
      ),
      'server/src/ledger/audit.ts': lines("rule: 'R1'", "rule: 'R2'"),
      'server/src/ledger/gift-rules.ts': "rule: 'R3'",
      'docs/money.md': lines('`in_flight` and `purchase.open`', '| R1 | holds |'),
    },
    finds: [
      'server/src/ledger/audit.ts:2',
      'server/src/ledger/chart.ts:2',
      'server/src/ledger/chart.ts:4',
      'server/src/ledger/gift-rules.ts:1',
    ],
  },
  {
    rule: 'the page of each provider says its settings, what is confirmed and what is not, and how to add another',
    files: {
      'docs/providers/pigeon.md': lines(
        '# Pigeon',
        '## Settings',
        '## What is confirmed, and from where',
        '## To verify with real keys, before the first customer',
      ),
      'docs/style.md': '# Style',
    },
    finds: ['docs/providers/pigeon.md:1'],
  },
  {
    rule: 'README.md has every command of package.json, and no other',
    files: {
      'README.md': lines('`npm start` runs it', '`npm run fly` flies'),
      'package.json': '{ "scripts": { "start": "x", "books": "y" } }',
    },
    finds: ['README.md:2', 'package.json:1'],
  },
  {
    rule: 'docs/architecture.md has every job, and no other',
    files: {
      'server/src/app/jobs.ts': lines("{ name: 'check payments' },", "{ name: 'expire contacts' },"),
      'docs/architecture.md': lines(
        '| other table | x |',
        '## Jobs',
        '',
        '| Job | Every |',
        '| --- | --- |',
        '| check payments | 2 s |',
        '| send pigeons | 1 h |',
        '## Mail',
        '| row | x |',
      ),
    },
    finds: ['docs/architecture.md:7', 'server/src/app/jobs.ts:2'],
  },
];
