/** The specification line by line: each has a number and a test that is there, and what cites a number cites one that exists. */
import { isScript, lineAt, matches, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

const PAGES = ['docs/specification-lines.md', 'docs/specification-decisions.md'];

/** A line of its own, or a row of a table. */
const DEMAND = /^(?:- \*\*([SD]\d+\.\d+)\*\* \S|\| ([SD]\d+\.\d+) +\|)/;
/** `- ` and the file in code style, a colon, words of the title: below a line for that line, below a heading for all that follow. */
const TEST = /^( {2})?- `([^`]+)`: (.+)$/;
const NOT_BUILT = /^ {2}- not built yet: \S/;
const SUMMARY = /^Not built yet: (.+)\.$/;

interface Demand {
  number: string;
  line: number;
  isHeld: boolean;
  isBuilt: boolean;
}

interface Page {
  demands: Demand[];
  tests: { path: string; title: string; line: number }[];
  /** What the top of the page says is not built. */
  summary: { numbers: string; line: number };
  stray: number[];
}

function readPage(text: string): Page {
  const page: Page = { demands: [], tests: [], summary: { numbers: 'nothing', line: 1 }, stray: [] };
  let holdsBlock = false;
  let current: Demand | undefined;
  for (const [index, row] of text.split('\n').entries()) {
    const line = index + 1;
    const test = TEST.exec(row);
    const number = DEMAND.exec(row)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (row.startsWith('#')) {
      holdsBlock = false;
      current = undefined;
    } else if (number !== undefined) {
      current = { number, line, isHeld: holdsBlock, isBuilt: true };
      page.demands.push(current);
    } else if (test !== null) {
      page.tests.push({ path: test[2] ?? '', title: test[3] ?? '', line });
      if (test[1] === undefined) holdsBlock = true;
      else if (current !== undefined) current.isHeld = true;
    } else if (NOT_BUILT.test(row) && current !== undefined) {
      current.isBuilt = false;
    } else if (SUMMARY.test(row)) {
      page.summary = { numbers: SUMMARY.exec(row)?.[1] ?? '', line };
    } else if (/^(?:- | {2}- )/.test(row)) {
      page.stray.push(line);
    }
  }
  return page;
}

const testsRule: Rule = {
  name: 'every line of the specification names a test that is there, or says that it is not built',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of PAGES.filter((page) => repository.has(page))) {
      const { demands, tests, summary, stray } = readPage(repository.get(path) ?? '');
      const complain = (line: number, says: string): unknown => problems.push({ path, line, says });
      for (const line of stray) complain(line, 'it is neither a numbered line nor a test');
      for (const { line, isHeld, isBuilt } of demands) {
        if (!isHeld && isBuilt) complain(line, 'no test is named for this line');
        if (isHeld && !isBuilt)
          complain(line, 'it has a test and is not built: say what of it is missing in a line of its own');
      }
      for (const test of tests) {
        if (repository.get(test.path)?.includes(test.title) !== true)
          complain(test.line, `${test.path} has no test with the title: ${test.title}`);
      }
      const missing = demands.filter(({ isBuilt }) => !isBuilt).map(({ number }) => number);
      if ((missing.join(', ') || 'nothing') !== summary.numbers)
        complain(summary.line, `the top should say: Not built yet: ${missing.join(', ') || 'nothing'}.`);
    }
    return problems;
  },
};

const numbersRule: Rule = {
  name: 'the lines of the specification are numbered without a hole',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of PAGES) {
      const next = new Map<string, number>();
      for (const { number, line } of readPage(repository.get(path) ?? '').demands) {
        const [section = '', place] = number.split('.');
        const expected = (next.get(section) ?? 0) + 1;
        next.set(section, expected);
        if (Number(place) !== expected)
          problems.push({ path, line, says: `it should be ${section}.${expected}` });
      }
    }
    return problems;
  },
};

const CITED = /(?<![\w.$])([SD]\d\.\d+)\b/g;
/** Sections of documents that only their authors have. */
const ELSEWHERE =
  /\b(?:decisions|specification)(?:'s)?,?\s+(?:\*\s+)?sections?\s+\d|\bsections?\s+\d[^.()]{0,20}of the\s+(?:specification|decisions)\b/gi;

/** What people read: documents, and the comments of programs. */
function* readTexts(repository: Repository): Generator<{ path: string; text: string; start: number }> {
  for (const [path, text] of repository) {
    if (path.endsWith('.md') || /\.(?:sql|css)$/.test(path)) yield { path, text, start: 0 };
    else if (isScript(path) && !path.includes('/planted/'))
      for (const comment of sourceOf(repository, path).comments) yield { path, ...comment };
  }
}

const citationsRule: Rule = {
  name: 'what cites the specification cites a numbered line of docs/',
  check(repository) {
    const numbers = new Set(
      PAGES.flatMap((path) => readPage(repository.get(path) ?? '').demands.map(({ number }) => number)),
    );
    const problems: Problem[] = [];
    for (const { path, text, start } of readTexts(repository)) {
      const whole = repository.get(path) ?? '';
      for (const { match, index } of matches(text, CITED)) {
        if (numbers.has(match[1] ?? '')) continue;
        problems.push({ path, line: lineAt(whole, start + index), says: `there is no line ${match[1]}` });
      }
      for (const { match, index } of matches(text, ELSEWHERE)) {
        const says = `"${match[0]}" is not in the repository: cite a line of ${PAGES.join(' or ')}`;
        problems.push({ path, line: lineAt(whole, start + index), says });
      }
    }
    return problems;
  },
};

const ATTACKS = 'docs/security/attacks.md';
/** The last cell of a row: the file in code style, a colon, words of the title. */
const TEST_OF_ATTACK = /`([^`]+)`: ([^|]+?) *\|$/;

const attacksRule: Rule = {
  name: 'every attack names a test that is there',
  check(repository) {
    const problems: Problem[] = [];
    const [, , ...rows] = matches(repository.get(ATTACKS) ?? '', /^\|.*\|$/gm);
    for (const { match, line } of rows) {
      const [, path = '', title = ''] = TEST_OF_ATTACK.exec(match[0]) ?? [];
      if (title === '' || repository.get(path)?.includes(title) !== true)
        problems.push({ path: ATTACKS, line, says: `${path} has no test with the title: ${title}` });
    }
    return problems;
  },
};

export const lineRules: readonly Rule[] = [testsRule, numbersRule, citationsRule, attacksRule];
