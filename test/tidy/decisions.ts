/** The pages of docs/decisions/: numbered, dated, and each pair of old and new one named from both sides. */
import { posix } from 'node:path';
import type { Problem, Repository, Rule } from './repository.ts';

const INDEX = 'docs/decisions/README.md';
const parts = ['Context', 'Decision', 'Consequences', 'Status'];

const decisionPages = (repository: Repository): string[] =>
  [...repository.keys()].filter((path) => /^docs\/decisions\/\d{4}-/.test(path)).toSorted();

const partsRule: Rule = {
  name: 'a decision has its four parts, numbered without a hole',
  check(repository) {
    const problems: Problem[] = [];
    for (const [index, path] of decisionPages(repository).entries()) {
      const text = repository.get(path) ?? '';
      const expected = String(index + 1).padStart(4, '0');
      if (!path.includes(`/${expected}-`))
        problems.push({ path, line: 1, says: `its number should be ${expected}` });
      for (const part of parts) {
        if (!text.includes(`\n## ${part}\n`))
          problems.push({ path, line: 1, says: `it has no part ${part}` });
      }
    }
    return problems;
  },
};

interface Standing {
  date: string | undefined;
  status: string;
  /** Pages that this one takes the place of, and pages that take its place. */
  supersedes: string[];
  supersededBy: string[];
}

function standingOf(text: string): Standing {
  const status = text.split('\n## Status\n')[1]?.trim() ?? '';
  const linksAfter = (word: string): string[] =>
    [...status.matchAll(new RegExp(`${word} \\[\\d+\\]\\(([^)]+)\\)`, 'g'))].map((match) =>
      posix.join('docs/decisions', match[1] ?? ''),
    );
  return {
    date: /^Date: (\d{4}-\d{2}-\d{2})$/m.exec(text)?.[1],
    status,
    supersedes: linksAfter('upersedes'),
    supersededBy: linksAfter('by'),
  };
}

const standingRule: Rule = {
  name: 'a decision has a date and a status, and what supersedes it says so too',
  check(repository) {
    const standings = new Map(
      decisionPages(repository).map((path) => [path, standingOf(repository.get(path) ?? '')]),
    );
    const problems: Problem[] = [];
    for (const [path, { date, status, supersedes, supersededBy }] of standings) {
      const complain = (says: string): unknown => problems.push({ path, line: 1, says });
      if (date === undefined) complain('it has no line "Date: YYYY-MM-DD"');
      if (!/^(?:Accepted|Superseded)\b/.test(status))
        complain('its status is neither Accepted nor Superseded');
      if (/upersede[sd]\b/.test(status) && supersedes.length + supersededBy.length === 0)
        complain('its status has no link to the other page');
      for (const old of supersedes) {
        if (standings.get(old)?.supersededBy.includes(path) !== true)
          complain(`${old} does not say that it is superseded by this page`);
      }
      for (const next of supersededBy) {
        if (standings.get(next)?.supersedes.includes(path) !== true)
          complain(`${next} does not say that it supersedes this page`);
      }
    }
    return problems;
  },
};

const indexRule: Rule = {
  name: 'the table of decisions has each of them, with its date and what became of it',
  check(repository) {
    const rows = (repository.get(INDEX) ?? '').split('\n').filter((row) => row.startsWith('| ['));
    return decisionPages(repository).flatMap((path) => {
      const { date = '', supersededBy } = standingOf(repository.get(path) ?? '');
      const row = rows.find((text) => text.includes(`(${posix.basename(path)})`));
      if (row === undefined) return [{ path, line: 1, says: `${INDEX} has no row for it` }];
      if (row.includes(`| ${date} `) && row.includes('superseded') === supersededBy.length > 0) return [];
      return [{ path, line: 1, says: `its row in ${INDEX} has another date or status` }];
    });
  },
};

export const decisionRules: readonly Rule[] = [partsRule, standingRule, indexRule];
