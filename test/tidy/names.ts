/** How things are called, and where they stand. */
import { posix } from 'node:path';
import { isScript, isTest, matches, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const MIGRATION = /^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/;
/** Named as the function in it. */
const SQL_FUNCTION = /^[a-z0-9]+(_[a-z0-9]+)*\.sql$/;
const spelledByOthers = new Set([
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'Dockerfile',
  'pull_request_template.md',
]);
/** Where the code's host looks for templates of its own. */
const FOLDER_OF_OTHERS = '.github/ISSUE_TEMPLATE/';
const inFolder = (path: string): string => path.split('/').at(-1) ?? path;

const kebabRule: Rule = {
  name: 'files are named in kebab-case',
  check: (repository) =>
    [...repository.keys()].flatMap((path) => {
      const name = inFolder(path);
      const isSql =
        (path.startsWith('server/database/migrations/') && MIGRATION.test(name)) ||
        (path.startsWith('server/database/functions/') && SQL_FUNCTION.test(name));
      const folders = path.replace(FOLDER_OF_OTHERS, '').split('/').slice(0, -1);
      if (folders.every((folder) => KEBAB.test(folder)) && (KEBAB.test(name) || isSql)) return [];
      return spelledByOthers.has(name) ? [] : [{ path, line: 1, says: 'name it in kebab-case' }];
    }),
};

const emptyWords = /(^|-)(manager|helpers?|utils?|impl|misc|common)$/;
const emptyEnding = /(?:Manager|Helper|Utils?|Impl)$/;

const wordsRule: Rule = {
  name: 'names say what a thing is',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of [...repository.keys()].filter((file) => isScript(file) && !isTest(file))) {
      const stem = inFolder(path).split('.')[0] ?? '';
      const folders = path.split('/').slice(0, -1);
      if ([stem, ...folders].some((word) => emptyWords.test(word))) {
        problems.push({ path, line: 1, says: 'manager, helper, util, impl, misc and common say nothing' });
      }
      const exported = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm;
      for (const { match, line } of matches(repository.get(path) ?? '', exported)) {
        if (emptyEnding.test(match[1] ?? '')) problems.push({ path, line, says: `${match[1]} says nothing` });
      }
    }
    return problems;
  },
};

const defaultRule: Rule = {
  name: 'default exports are for pages and configuration',
  check: (repository) =>
    [...repository.keys()]
      .filter((path) => isScript(path) && !isMayDefault(path))
      .flatMap((path) =>
        sourceOf(repository, path).defaultExportLines.map((line) => ({
          path,
          line,
          says: 'export it by its name',
        })),
      ),
};

/** Pages are loaded lazily; the tools that read a configuration or a set-up want a default. */
const isMayDefault = (path: string): boolean =>
  path.startsWith('web/src/pages/') ||
  /\.(config|setup)\.(ts|mjs)$/.test(path) ||
  /(^|\/)global-setup\.ts$/.test(path);

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const PATHS = 'contract/src/paths.ts';
const callPattern = /^ {2}(\w+): '(GET|POST|PATCH|DELETE) (\/\S+)'/gm;

const callsRule: Rule = {
  name: 'every call has one file on the server, named as the call, and a line in routes.ts',
  check(repository) {
    const routes = repository.get('server/src/routes.ts') ?? '';
    const problems: Problem[] = [];
    for (const { match, line } of matches(repository.get(PATHS) ?? '', callPattern)) {
      const name = match[1] ?? '';
      const file = `${kebab(name)}.ts`;
      const found = [...repository.keys()].filter(
        (path) => /^server\/src\/slices\/[^/]+\/[^/]+$/.test(path) && inFolder(path) === file,
      );
      if (found.length !== 1) {
        const says = `${name} needs exactly one server/src/slices/<noun>/${file}; there are ${found.length}`;
        problems.push({ path: PATHS, line, says });
        continue;
      }
      const place = found[0]?.replace('server/src/', './') ?? '';
      const taken = [`import { ${name} } from '${place}';`, `const { ${name} } = await import('${place}');`];
      if (!taken.some((statement) => routes.includes(statement))) {
        problems.push({ path: PATHS, line, says: `routes.ts does not take ${name} from ${place}` });
      }
    }
    return problems;
  },
};

const addressRule: Rule = {
  name: 'an address of the API is written once',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of [...repository.keys()].filter((file) => isScript(file) && !isTest(file))) {
      if (path === PATHS || path.startsWith('tools/')) continue;
      for (const { text, line } of sourceOf(repository, path).strings) {
        if (/^\/api\/v1\/./.test(text)) problems.push({ path, line, says: `take ${text} from ${PATHS}` });
      }
    }
    return problems;
  },
};

const migrationsRule: Rule = {
  name: 'migrations are numbered from 0001 without a hole',
  check(repository) {
    const files = [...repository.keys()]
      .filter((path) => /^server\/database\/migrations\/\d.*\.sql$/.test(path))
      .toSorted();
    return files.flatMap((path, index) => {
      const expected = String(index + 1).padStart(4, '0');
      return inFolder(path).startsWith(`${expected}_`)
        ? []
        : [{ path, line: 1, says: `its number should be ${expected}` }];
    });
  },
};

/** Where the programs begin: what nothing imports. Tests and configuration begin by themselves. */
const beginnings = new Set([
  'server/src/main.ts',
  'server/src/migrate.ts',
  'server/src/books.ts',
  'server/src/admin.ts',
  'server/src/backup.ts',
  'server/src/archive.ts',
  'server/src/restore.ts',
  'sandbox/src/main.ts',
  'web/src/app/main.tsx',
  'web/src/prerendered/enhance.ts',
  'web/src/prerendered/prerender.tsx',
  'web/src/app/worker.ts',
  'web/src/app/worker-off.ts',
]);
const isBeginning = (path: string): boolean =>
  beginnings.has(path) ||
  path.endsWith('.config.ts') ||
  path.startsWith('tools/') ||
  path === 'bench/main.ts' ||
  /^server\/simulation\/(\w+\/)?main\.ts$/.test(path) ||
  path === 'server/simulation/shift-clock.ts';
const isTestBeginning = (path: string): boolean => /\.(test|e2e|setup)\.tsx?$/.test(path);

/** All scripts that can be reached by imports, or by a string that names one. */
function reachable(repository: Repository, from: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const queue = [...from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path) || !repository.has(path)) continue;
    seen.add(path);
    if (!isScript(path)) continue;
    const { imports, strings } = sourceOf(repository, path);
    queue.push(...imports.map(({ target }) => target));
    // Programs that are started by their name: from the root, or beside the file that starts them.
    const folder = posix.dirname(path);
    for (const { text } of strings) if (isScript(text)) queue.push(text, posix.join(folder, text));
  }
  return seen;
}

const deadRule: Rule = {
  name: 'no file is dead',
  check(repository) {
    const all = [...repository.keys()].filter((path) => isScript(path) && !path.endsWith('.d.ts'));
    const product = reachable(repository, all.filter(isBeginning));
    const tested = reachable(
      repository,
      all.filter((path) => isBeginning(path) || isTestBeginning(path)),
    );
    return all.flatMap((path) => {
      if (!tested.has(path)) return [{ path, line: 1, says: 'nothing imports it' }];
      if (isTest(path) || product.has(path) || isTestBeginning(path) || path.startsWith('test/')) return [];
      return [{ path, line: 1, says: 'only tests import it' }];
    });
  },
};

/** The sandbox shares nothing with the server, so it has the same tag once more. */
const ESCAPERS = ['server/src/platform/html.ts', 'sandbox/src/pages/html.ts'];
/** A function called so, or a sign of HTML replaced by its name or number. */
const ESCAPING = /\bescape(?:Html|Xml)\b|&(?:amp|lt|gt|quot|apos|#39);|&#\$\{/g;

const escapeRule: Rule = {
  name: 'only the tag `html` escapes HTML',
  check: (repository) =>
    [...repository].flatMap(([path, text]) => {
      // In JSX the names of signs are how one writes them.
      if (!isScript(path) || path.endsWith('.tsx') || isTest(path) || path.startsWith('test/')) return [];
      if (ESCAPERS.includes(path)) return [];
      return [...matches(text, ESCAPING)].map(({ line }) => ({
        path,
        line,
        says: `put the text into the tag of ${ESCAPERS[0]}`,
      }));
    }),
};

export const nameRules: Rule[] = [
  kebabRule,
  wordsRule,
  defaultRule,
  callsRule,
  addressRule,
  migrationsRule,
  deadRule,
  escapeRule,
];
