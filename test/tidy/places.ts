/** What documents and comments name: files and folders that are there, and rows that stand once. */
import { posix } from 'node:path';
import { isScript, lineAt, matches, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

const rooms = 'bench|contract|deploy|docs|e2e|sandbox|server|test|tools|web';
const ending = 'ts|tsx|mjs|js|sql|md|css|html|json|yml';
/** `money.ts`, `ledger/post.ts`: a file by its name. Not an address, not a pattern with a star, not the end of a longer word. */
const FILE = new RegExp(
  String.raw`(?<![\w/.@:*{}$-])(?!Node\.js)(?:\.\.?/)*(?:[\w.@-]+/)*\w[\w.-]*\.(?:${ending})\b(?![\w.(*/])`,
  'g',
);
/** `server/src/ledger/`: a folder from the root. */
const FOLDER = new RegExp(String.raw`(?<![\w/.@:*{}$-])(?:${rooms})/(?:[\w.-]+/)*(?![\w.*<{$…-])`, 'g');
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;

const isMadeLater = (place: string): boolean =>
  /(^|\/)(dist|node_modules)(\/|$)/.test(place) || /^(e2e\/screens|web\/public\/(fonts|icons))\b/.test(place);
const isDocument = (path: string): boolean => path.endsWith('.md');
/** A page that was superseded speaks of what was there in its day. */
const isHistory = (path: string, text: string): boolean =>
  path.startsWith('docs/decisions/') && /\n## Status\s+Superseded/.test(text);

/** Blanks out what keeps its place but is not read. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
const isFolder = (repository: Repository, folder: string): boolean =>
  [...repository.keys()].some((key) => key.startsWith(folder));
const exists = (repository: Repository, place: string): boolean =>
  repository.has(place) || isMadeLater(place) || isFolder(repository, `${place.replace(/\/$/, '')}/`);

/** What people read in a file, with the offset at which it begins. */
function* prose(repository: Repository, path: string): Generator<{ text: string; start: number }> {
  const text = repository.get(path) ?? '';
  if (isDocument(path)) yield { text: text.replaceAll(/^```[\s\S]*?^```/gm, blank), start: 0 };
  else if (isScript(path)) yield* sourceOf(repository, path).comments;
  else if (path.endsWith('.sql'))
    for (const { match, index } of matches(text, /--.*$/gm)) yield { text: match[0], start: index };
  else if (path.endsWith('.css'))
    for (const { match, index } of matches(text, /\/\*[\s\S]*?\*\//g)) yield { text: match[0], start: index };
}

/** The folders in which a bare name may lie: that of the file which names it, and those that the same text names in full. */
function foldersNamed(repository: Repository, path: string, text: string): Set<string> {
  const folders = new Set([posix.dirname(path)]);
  for (const [place] of text.matchAll(FILE)) if (repository.has(place)) folders.add(posix.dirname(place));
  for (const [place] of text.matchAll(FOLDER)) folders.add(place.replace(/\/$/, ''));
  return folders;
}

function whyNot(repository: Repository, name: string, folders: ReadonlySet<string>): string | undefined {
  if (isMadeLater(name)) return undefined;
  const bare = name.replace(/^(?:\.\.?\/)+/, '');
  if (repository.has(bare)) return undefined;
  if ([...folders].some((folder) => repository.has(posix.join(folder, name)))) return undefined;
  const places = [...repository.keys()].filter((key) => key.endsWith(`/${bare}`));
  if (places.length === 1) return undefined;
  return places.length === 0
    ? `there is no ${name}`
    : `${name} may be any of ${places.join(', ')}: name its folder`;
}

const placesRule: Rule = {
  name: 'every place that a document or a comment names exists',
  check(repository) {
    const problems: Problem[] = [];
    for (const [path, whole] of repository) {
      if (isHistory(path, whole)) continue;
      for (const { text, start } of prose(repository, path)) {
        const folders = foldersNamed(repository, path, text);
        const complain = (index: number, says: string): void => {
          problems.push({ path, line: lineAt(whole, start + index), says });
        };
        for (const { match, index } of matches(text, FILE)) {
          // The target of a link is a path of its own kind, and looked at below.
          const says =
            text[index - 1] === '(' && text[index - 2] === ']'
              ? undefined
              : whyNot(repository, match[0], folders);
          if (says !== undefined) complain(index, says);
        }
        for (const { match, index } of matches(text, FOLDER)) {
          if (!exists(repository, match[0])) complain(index, `there is no ${match[0]}`);
        }
        if (!isDocument(path)) continue;
        for (const { match, index } of matches(text, LINK)) {
          const target = posix.normalize(posix.join(posix.dirname(path), match[1] ?? ''));
          if (!exists(repository, target)) complain(index, `the link leads to no file: ${match[1]}`);
        }
      }
    }
    return problems;
  },
};

/** The row, and its name where the first cell is one: `| `PORT` | ...`. */
const keysOf = (row: string): string[] => {
  const name = /^\|\s*(`[^`|]+`)\s*\|/.exec(row)?.[1];
  return name === undefined ? [row] : [row, name];
};

const rowsRule: Rule = {
  name: 'no table has a row twice',
  check(repository) {
    const problems: Problem[] = [];
    for (const path of [...repository.keys()].filter(isDocument)) {
      let seen = new Map<string, number>();
      for (const [index, row] of (repository.get(path) ?? '').split('\n').entries()) {
        if (!row.startsWith('|')) seen = new Map();
        else {
          const first = keysOf(row)
            .map((key) => seen.get(key))
            .find((line) => line !== undefined);
          if (first !== undefined)
            problems.push({ path, line: index + 1, says: `line ${first} has this row already` });
          for (const key of keysOf(row)) seen.set(key, index + 1);
        }
      }
    }
    return problems;
  },
};

export const placeRules: readonly Rule[] = [placesRule, rowsRule];
