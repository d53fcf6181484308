import { lines, type Planted } from './planted.ts';

const page = 'docs/security/one.md';

export const plantedAsvs: Planted[] = [
  {
    rule: 'docs/security/ answers each requirement of the ASVS of level 1 and 2 once',
    files: {
      [page]: lines(
        '| 1.1.1 | 2 | decoded once | met | x |',
        '| 1.1.1 | 2 | decoded once | met | x |',
        '| 1.2.1 | 2 | answers are encoded | met | x |',
        '| 1.2.10 | 3 | spreadsheets | met | x |',
        '| 1.2.2 | 1 | addresses | nearly | x |',
      ),
    },
    // All that no row has are one problem.
    finds: ['docs/security.md:1', `${page}:2`, `${page}:3`, `${page}:4`, `${page}:5`],
  },
  {
    rule: 'what docs/security/ names as evidence is there',
    files: {
      'docs/money.md': lines('# Money', '## What `staff` may not do'),
      'web/src/a.test.ts': "it('closes', () => {});",
      'web/src/a.ts': 'export {};',
      [page]: lines(
        '# One',
        '| 1.1.1 | 2 | all there | met | `web/src/a.ts`, `web/src/a.test.ts` "closes", [so](../money.md#what-staff-may-not-do), [here](#one) |',
        '| 1.1.2 | 2 | a file that is gone | met | `web/src/b.ts` |',
        '| 1.2.1 | 1 | a test that is gone | met | `web/src/a.test.ts` "opens" |',
        '| 1.2.2 | 1 | no test of the file | met | `web/src/a.test.ts` |',
        '| 1.2.3 | 1 | a section that is gone | operator | [so](../money.md#what-staff-may) |',
        '| 1.2.4 | 1 | nothing | met | believe us, it is done everywhere |',
        '| 1.2.5 | 1 | no reason | not applicable | no |',
        '| 1.2.6 | 2 | a reason | not applicable | nothing here speaks to a directory |',
      ),
    },
    finds: [`${page}:3`, `${page}:4`, `${page}:5`, `${page}:6`, `${page}:7`, `${page}:8`],
  },
  {
    rule: 'docs/security.md counts what docs/security/ says: no exception or gap of level 1, and at most five exceptions',
    files: {
      'docs/security.md': lines(
        '| V1 Encoding | 3 | 1 | 0 | 0 | 1 | 1 |',
        '| V2 Logic | 6 | 1 | 0 | 0 | 5 | 0 |',
        '| **All** | **9** | **1** | **0** | **0** | **6** | **2** |',
        'Exceptions: 1.1.1, 2.1.2, 2.1.3, 2.2.3, 2.3.2, 2.3.3.',
        'Gaps: none.',
      ),
      [page]: lines(
        '| 1.1.1 | 2 | decoded once | exception | x |',
        '| 1.1.2 | 2 | encoded last | met | x |',
        '| 1.2.1 | 1 | answers are encoded | gap | x |',
        '| 2.1.2 | 2 | what belongs together | exception | x |',
        '| 2.1.3 | 2 | limits | exception | x |',
        '| 2.2.1 | 1 | input is checked | met | x |',
        '| 2.2.3 | 2 | what belongs together | exception | x |',
        '| 2.3.2 | 2 | limits | exception | x |',
        '| 2.3.3 | 2 | whole or not at all | exception | x |',
        '| 3.2.2 | 1 | text is text | met | x |',
      ),
    },
    // The sum, a chapter that is missing, the list of gaps, too many exceptions; and a gap of level 1.
    finds: [
      'docs/security.md:1',
      'docs/security.md:1',
      'docs/security.md:1',
      'docs/security.md:3',
      `${page}:3`,
    ],
  },
  {
    rule: 'every key that is a setting stands in docs/security/keys.md, and every address of a provider in docs/security.md',
    files: {
      'docs/security.md': lines('| bank | payouts | `BANK_BASE_URL` |'),
      'docs/security/keys.md': lines('| `BANK_API_KEY` | payouts |'),
      'server/src/config/bank-settings.ts': lines(
        "  baseUrl: url('BANK_BASE_URL', {",
        "  apiKey: secret('BANK_API_KEY', {",
        "  otherUrl: url('OTHER_BASE_URL', {",
        "  otherKey: key('OTHER_API_KEY', {",
        "  perHour: whole('CHECKS_BY_API_TOKEN', {",
      ),
    },
    finds: ['server/src/config/bank-settings.ts:3', 'server/src/config/bank-settings.ts:4'],
  },
];
