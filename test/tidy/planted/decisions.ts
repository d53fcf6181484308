import { lines, type Planted } from './planted.ts';

const page = (date: string, status: string): string =>
  lines('# Page', '', date, '', '## Status', '', status, '');

export const plantedDecisions: Planted[] = [
  {
    rule: 'a decision has its four parts, numbered without a hole',
    files: {
      'docs/decisions/0002-plain-sql.md': lines(
        '# Plain',
        '',
        '## Context',
        '',
        '## Decision',
        '',
        '## Status',
        '',
      ),
    },
    finds: ['docs/decisions/0002-plain-sql.md:1', 'docs/decisions/0002-plain-sql.md:1'],
  },
  {
    rule: 'a decision has a date and a status, and what supersedes it says so too',
    files: {
      'docs/decisions/0001-undated.md': page('', 'Accepted.'),
      'docs/decisions/0002-undecided.md': page('Date: 2026-11-21', 'Thought about.'),
      'docs/decisions/0003-one-sided.md': page(
        'Date: 2026-11-21',
        'Accepted. Supersedes [1](0001-undated.md).',
      ),
      'docs/decisions/0004-replaced.md': page('Date: 2026-11-21', 'Superseded by [5](0005-new.md).'),
      'docs/decisions/0005-new.md': page('Date: 2026-11-22', 'Accepted.'),
      'docs/decisions/0006-nowhere.md': page('Date: 2026-11-22', 'Superseded.'),
      'docs/decisions/0007-old.md': page(
        'Date: 2026-11-22',
        'Accepted. Superseded in part by [8](0008-well.md): x.',
      ),
      'docs/decisions/0008-well.md': page(
        'Date: 2026-11-23',
        'Accepted. Supersedes [7](0007-old.md) in part: x.',
      ),
    },
    finds: [
      'docs/decisions/0001-undated.md:1',
      'docs/decisions/0002-undecided.md:1',
      'docs/decisions/0003-one-sided.md:1',
      'docs/decisions/0004-replaced.md:1',
      'docs/decisions/0006-nowhere.md:1',
    ],
  },
  {
    rule: 'the table of decisions has each of them, with its date and what became of it',
    files: {
      'docs/decisions/README.md': lines(
        '| [2](0002-dated.md) | dated | 2026-11-21 | accepted |',
        '| [3](0003-replaced.md) | replaced | 2026-11-22 | accepted |',
        '| [4](0004-well.md) | well | 2026-11-22 | accepted |',
      ),
      'docs/decisions/0001-missing.md': page('Date: 2026-11-22', 'Accepted.'),
      'docs/decisions/0002-dated.md': page('Date: 2026-11-22', 'Accepted.'),
      'docs/decisions/0003-replaced.md': page('Date: 2026-11-22', 'Superseded by [4](0004-well.md).'),
      'docs/decisions/0004-well.md': page('Date: 2026-11-22', 'Accepted. Supersedes [3](0003-replaced.md).'),
    },
    finds: [
      'docs/decisions/0001-missing.md:1',
      'docs/decisions/0002-dated.md:1',
      'docs/decisions/0003-replaced.md:1',
    ],
  },
];
