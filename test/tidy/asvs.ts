/** docs/security/: each requirement of the ASVS has one row, what a row names is there, and the front page counts what the rows say. */
import { posix } from 'node:path';
import { asvsRequirements } from './asvs-requirements.ts';
import { matches, type Problem, type Repository, type Rule } from './repository.ts';

const FRONT = 'docs/security.md';
const statuses = ['met', 'operator', 'not applicable', 'exception', 'gap'] as const;
type Status = (typeof statuses)[number];
const MOST_EXCEPTIONS = 5;

interface Row {
  path: string;
  line: number;
  id: string;
  level: string;
  status: string;
  evidence: string;
}

/** `| 6.2.1 | 1 | eight characters at least | met | ... |` */
const ROW = /^\| (\d+\.\d+\.\d+) +\| (\d) +\| ([^|]+?) +\| ([^|]+?) +\| ([^|\n]*?) *\|$/gm;

const rowsOf = (repository: Repository): Row[] =>
  [...repository]
    .filter(([path]) => /^docs\/security\/[^/]+\.md$/.test(path))
    .flatMap(([path, text]) =>
      [...matches(text, ROW)].map(
        ({ match: [, id = '', level = '', , status = '', evidence = ''], line }) => ({
          path,
          line,
          id,
          level,
          status,
          evidence,
        }),
      ),
    );

const isStatus = (word: string): word is Status => statuses.some((status) => status === word);

const onceRule: Rule = {
  name: 'docs/security/ answers each requirement of the ASVS of level 1 and 2 once',
  check(repository) {
    const problems: Problem[] = [];
    const seen = new Set<string>();
    for (const { path, line, id, level, status } of rowsOf(repository)) {
      const complain = (says: string): unknown => problems.push({ path, line, says });
      const asked = asvsRequirements.get(id);
      if (asked === undefined) complain(`there is no requirement ${id} of level 1 or 2`);
      else if (asked !== level) complain(`${id} is of level ${asked}`);
      if (!isStatus(status)) complain(`"${status}" is none of: ${statuses.join(', ')}`);
      if (seen.has(id)) complain(`${id} has a row already`);
      seen.add(id);
    }
    const missing = [...asvsRequirements.keys()].filter((id) => !seen.has(id));
    if (missing.length > 0) problems.push({ path: FRONT, line: 1, says: `no row has ${missing.join(', ')}` });
    return problems;
  },
};

const FILE = /`([\w@.-]+(?:\/[\w@.-]+)+\.\w+)`(?: "([^"]+)")?/g;
const LINK = /\]\(([^)#\s]*)#([^)]+)\)/g;
const SHORTEST_REASON = 12;

/** As a heading is called in an address. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll(/`|\*/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function hasHeading(repository: Repository, page: string, slug: string): boolean {
  const headings = (repository.get(page) ?? '').matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].some(([, heading = '']) => slugOf(heading) === slug);
}

/** What is wrong with what a row names. */
function* faultsOf(repository: Repository, { path, status, evidence }: Row): Generator<string> {
  let named = 0;
  for (const [, file = '', title] of evidence.matchAll(FILE)) {
    named += 1;
    const text = repository.get(file);
    if (text === undefined) yield `there is no ${file}`;
    else if (title !== undefined && !text.includes(title)) yield `${file} has nothing called: ${title}`;
    else if (title === undefined && /\.(?:test|e2e)\.tsx?$/.test(file)) yield `say which test of ${file}`;
  }
  for (const [, place = '', slug = ''] of evidence.matchAll(LINK)) {
    named += 1;
    const page = place === '' ? path : posix.join(posix.dirname(path), place);
    if (!hasHeading(repository, page, slug)) yield `${page} has no heading #${slug}`;
  }
  if ((status === 'met' || status === 'operator') && named === 0)
    yield 'it names no file, no test and no section of a document';
  if (evidence.length < SHORTEST_REASON && named === 0) yield 'it does not say why';
}

const evidenceRule: Rule = {
  name: 'what docs/security/ names as evidence is there',
  check: (repository) =>
    rowsOf(repository).flatMap((row) =>
      [...faultsOf(repository, row)].map((says) => ({ path: row.path, line: row.line, says })),
    ),
};

const chapterOf = ({ id }: Row): string => `V${id.split('.', 1)[0] ?? ''}`;
/** `| V1 Encoding | 27 | 16 | 0 | 11 | 0 | 0 |`: all, then of each status. */
const COUNTS = /^\| \*{0,2}(V\d+|All)\b[^|]*\|((?: *\*{0,2}\d+\*{0,2} *\|){6})$/gm;
/** In the order of the standard, whatever the order of the pages. */
const list = (rows: readonly Row[]): string =>
  [...asvsRequirements.keys()].filter((id) => rows.some((row) => row.id === id)).join(', ') || 'none';

const countRule: Rule = {
  name: 'docs/security.md counts what docs/security/ says: no exception or gap of level 1, and at most five exceptions',
  check(repository) {
    const rows = rowsOf(repository);
    const front = repository.get(FRONT) ?? '';
    const problems: Problem[] = [];
    const complain = (line: number, says: string): unknown => problems.push({ path: FRONT, line, says });
    const counted = new Set<string>();
    for (const { match, line } of matches(front, COUNTS)) {
      const [, chapter = '', cells = ''] = match;
      counted.add(chapter);
      const ofChapter = chapter === 'All' ? rows : rows.filter((row) => chapterOf(row) === chapter);
      const right = [
        ofChapter.length,
        ...statuses.map((status) => ofChapter.filter((row) => row.status === status).length),
      ];
      const written = [...cells.matchAll(/\d+/g)].map(([count]) => Number(count));
      if (written.join() !== right.join()) complain(line, `of ${chapter} there are ${right.join(' | ')}`);
    }
    for (const chapter of new Set([...rows.map(chapterOf), 'All']))
      if (!counted.has(chapter)) complain(1, `no row counts ${chapter}`);
    for (const [word, status] of [
      ['Exceptions', 'exception'],
      ['Gaps', 'gap'],
    ] as const) {
      const found = rows.filter((row) => row.status === status);
      const right = `${word}: ${list(found)}.`;
      if (!front.split('\n').includes(right)) complain(1, `it should say: ${right}`);
      for (const { path, line, id, level } of found)
        if (level === '1') problems.push({ path, line, says: `${id} is of level 1: it has to be met` });
    }
    const exceptions = rows.filter(({ status }) => status === 'exception').length;
    if (exceptions > MOST_EXCEPTIONS)
      complain(1, `${exceptions} exceptions are more than ${MOST_EXCEPTIONS}`);
    return problems;
  },
};

const SETTING = /\b(?:key|secret|optional|url)\('([A-Z_]+(?:_KEY|_PASSWORD|_TOKEN|_BASE_URL))'/g;

const inventoryRule: Rule = {
  name: 'every key that is a setting stands in docs/security/keys.md, and every address of a provider in docs/security.md',
  check: (repository) =>
    [...repository]
      .filter(([path]) => /^server\/src\/config\/[^/]+\.ts$/.test(path))
      .flatMap(([path, text]) =>
        [...matches(text, SETTING)].flatMap(({ match: [, name = ''], line }) => {
          const page = name.endsWith('_BASE_URL') ? FRONT : 'docs/security/keys.md';
          const isThere = (repository.get(page) ?? '').includes(`\`${name}\``);
          return isThere ? [] : [{ path, line, says: `${page} does not name ${name}` }];
        }),
      ),
};

export const asvsRules: readonly Rule[] = [onceRule, evidenceRule, countRule, inventoryRule];
