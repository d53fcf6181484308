/** Documents that say what the code says: a table that went stale is found here. */
import { isScript, isTest, lineAt, matches, type Problem, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

const OPERATIONS = 'docs/operations.md';

/** The rows of tables whose first cell is one or more names in code style: `| `HOST` | ... |`. */
function* documentedNames(text: string): Generator<{ name: string; line: number }> {
  for (const { match, line } of matches(text, /^\|([^|]+)\|/gm)) {
    for (const [, name] of (match[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]{2,})`/g))
      yield { name: name ?? '', line };
  }
}

/** The server, the sandbox, the programs that start them. */
const isReader = (path: string): boolean =>
  isScript(path) && !isTest(path) && /^(server\/src|sandbox\/src|tools|e2e|web)\//.test(path);

const settingsRule: Rule = {
  name: 'every setting in docs/operations.md is read by somebody',
  check(repository) {
    const read = [...repository.keys()].filter(isReader).map((path) => repository.get(path) ?? '');
    const code = read.join('\n');
    return [...documentedNames(repository.get(OPERATIONS) ?? '')]
      .filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(code))
      .map(({ name, line }) => ({ path: OPERATIONS, line, says: `nothing reads ${name}` }));
  },
};

const API = 'docs/api.md';
const REFUSALS = 'contract/src/refusals.ts';

interface RefusalRow {
  code: string;
  status: string;
  msg: string;
  line: number;
}

function refusalsInCode(text: string): RefusalRow[] {
  const pattern = /^ {2}(\w+): \{\s*status: (\d+),\s*msg: '([^']+)',?\s*\},$/gm;
  return [...matches(text, pattern)].map(({ match, line }) => rowOf(match, line));
}

function refusalsInDocument(text: string): RefusalRow[] {
  const pattern = /^\| `(\w+)` +\| (\d+) +\| (.+?) +\|/gm;
  return [...matches(text, pattern)].map(({ match, line }) => rowOf(match, line));
}

const rowOf = ([, code = '', status = '', msg = '']: RegExpMatchArray, line: number): RefusalRow => ({
  code,
  status,
  msg,
  line,
});
const same = (one: RefusalRow) => (other: RefusalRow) =>
  one.code === other.code && one.status === other.status && one.msg === other.msg;

const refusalsRule: Rule = {
  name: 'the refusals of docs/api.md are those of the contract',
  check(repository) {
    const inCode = refusalsInCode(repository.get(REFUSALS) ?? '');
    const inDocument = refusalsInDocument(repository.get(API) ?? '');
    return [
      ...inCode
        .filter((row) => !inDocument.some(same(row)))
        .map(({ code, line }) => ({
          path: REFUSALS,
          line,
          says: `${code} stands differently or not in ${API}`,
        })),
      ...inDocument
        .filter((row) => !inCode.some(same(row)))
        .map(({ code, line }) => ({
          path: API,
          line,
          says: `${code} stands differently or not in ${REFUSALS}`,
        })),
    ];
  },
};

const givenRule: Rule = {
  name: 'every refusal is given by somebody',
  check(repository) {
    const given = new Set(
      [...repository.keys()]
        .filter((path) => path.startsWith('server/src/') && isScript(path) && !isTest(path))
        .flatMap((path) => sourceOf(repository, path).strings.map(({ text }) => text)),
    );
    return refusalsInCode(repository.get(REFUSALS) ?? '')
      .filter(({ code }) => !given.has(code))
      .map(({ code, line }) => ({
        path: REFUSALS,
        line,
        says: `nothing on the server refuses with ${code}`,
      }));
  },
};

const MONEY = 'docs/money.md';

/** Words that the code defines and docs/money.md must explain. */
const moneyWords: readonly { path: string; pattern: RegExp; what: string }[] = [
  { path: 'server/src/ledger/chart.ts', pattern: /^ {2}'([a-z]+\.[a-z_]+)': /gm, what: 'posting code' },
  { path: 'server/src/ledger/chart.ts', pattern: /^ {2}'([a-z_]+)',$/gm, what: 'kind of account' },
];
const RULES = /^server\/src\/ledger\/(?:audit|[a-z]+-rules)\.ts$/;

const moneyRule: Rule = {
  name: 'docs/money.md knows every account, posting code and rule of the books',
  check(repository) {
    const money = repository.get(MONEY) ?? '';
    const problems: Problem[] = [];
    const ruleFiles = [...repository.keys()].filter((path) => RULES.test(path));
    const words = [
      ...moneyWords,
      ...ruleFiles.map((path) => ({ path, pattern: /rule: '(R\d+)'/g, what: 'rule' })),
    ];
    for (const { path, pattern, what } of words) {
      for (const { match, line } of matches(repository.get(path) ?? '', pattern)) {
        const word = match[1] ?? '';
        if (new RegExp(`(\`${word.replace('.', '\\.')}[\`:]|\\| ${word} )`).test(money)) continue;
        problems.push({ path, line, says: `${MONEY} does not explain the ${what} ${word}` });
      }
    }
    return problems;
  },
};

/** What an operator looks for in the page of a provider. */
const providerHeadings = [
  '## Settings',
  '## What is confirmed, and from where',
  '## To verify with real keys',
  '## Another ',
];

const providersRule: Rule = {
  name: 'the page of each provider says its settings, what is confirmed and what is not, and how to add another',
  check: (repository) =>
    [...repository.keys()]
      .filter((path) => path.startsWith('docs/providers/') && path.endsWith('.md'))
      .flatMap((path) =>
        providerHeadings
          .filter((heading) => !(repository.get(path) ?? '').includes(`\n${heading}`))
          .map((heading) => ({ path, line: 1, says: `it has no heading "${heading}"` })),
      ),
};

const commandsRule: Rule = {
  name: 'README.md has every command of package.json, and no other',
  check(repository) {
    const readme = repository.get('README.md') ?? '';
    const { scripts = {} } = JSON.parse(repository.get('package.json') ?? '{}') as {
      scripts?: Record<string, string>;
    };
    const written = [...matches(readme, /`npm (?:run )?(\w[\w:]*)/g)].map(({ match, line }) => ({
      name: match[1] ?? '',
      line,
    }));
    const problems: Problem[] = [];
    for (const name of Object.keys(scripts)) {
      if (written.some((command) => command.name === name)) continue;
      problems.push({
        path: 'package.json',
        line: 1,
        says: `README.md does not say what npm run ${name} does`,
      });
    }
    for (const { name, line } of written) {
      if (Object.hasOwn(scripts, name) || name === 'ci') continue;
      problems.push({ path: 'README.md', line, says: `package.json has no ${name}` });
    }
    return problems;
  },
};

const JOBS = 'server/src/app/jobs.ts';
const ARCHITECTURE = 'docs/architecture.md';

const jobsRule: Rule = {
  name: 'docs/architecture.md has every job, and no other',
  check(repository) {
    const section = /\n## Jobs\n[\s\S]*?(?=\n## |$)/.exec(repository.get(ARCHITECTURE) ?? '');
    const start = section?.index ?? 0;
    const rows = [...matches(section?.[0] ?? '', /^\| ([a-z][^|]*?) +\|/gm)].map(({ match, index }) => ({
      name: match[1] ?? '',
      line: lineAt(repository.get(ARCHITECTURE) ?? '', start + index),
    }));
    const jobs = [...matches(repository.get(JOBS) ?? '', /\bname: '([^']+)'/g)].map(({ match, line }) => ({
      name: match[1] ?? '',
      line,
    }));
    const missing = jobs
      .filter(({ name }) => !rows.some((row) => row.name === name))
      .map(({ name, line }) => ({ path: JOBS, line, says: `${ARCHITECTURE} has no row for "${name}"` }));
    const gone = rows
      .filter(({ name }) => !jobs.some((job) => job.name === name))
      .map(({ name, line }) => ({ path: ARCHITECTURE, line, says: `there is no job "${name}"` }));
    return [...missing, ...gone];
  },
};

export const documentRules: Rule[] = [
  settingsRule,
  refusalsRule,
  givenRule,
  moneyRule,
  providersRule,
  commandsRule,
  jobsRule,
];
