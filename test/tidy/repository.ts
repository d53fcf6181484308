/** The repository as the rules see it: the text of each file by its path from the root, with forward slashes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Repository = ReadonlyMap<string, string>;

export interface Problem {
  path: string;
  line: number;
  says: string;
}

/** One thing that the house promises. `check` gives every place where it is not so. */
export interface Rule {
  name: string;
  check(repository: Repository): Problem[];
}

const notOurs = new Set(['node_modules', 'dist', 'test-results', 'screens', 'fonts']);
/** `e2e/screens` and `web/public/fonts` are made; a folder of sources may have the same name. */
const made = new Set(['e2e/screens', 'web/public/fonts']);
const isMade = (path: string, name: string): boolean =>
  name === 'screens' || name === 'fonts' ? made.has(path) : notOurs.has(name);
const hiddenAndOurs = new Set([
  '.ci',
  '.editorconfig',
  '.github',
  '.gitignore',
  '.node-version',
  '.npmrc',
  '.oxlintrc.json',
  '.prettierrc.json',
  '.prettierignore',
]);
const binary = /\.(png|jpe?g|webp|avif|ico|woff2?|ttf|otf|pdf|gz|zip|tsbuildinfo|log)$/;

export function readRepository(root: string): Repository {
  const files = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') && !hiddenAndOurs.has(entry.name)) continue;
      if (entry.isDirectory() && !isMade(path, entry.name)) walk(path);
      if (entry.isFile() && !binary.test(entry.name)) files.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  walk('');
  return files;
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Every match of a global pattern, with its line. */
export function* matches(
  text: string,
  pattern: RegExp,
): Generator<{ match: RegExpMatchArray; index: number; line: number }> {
  for (const match of text.matchAll(pattern))
    yield { match, index: match.index, line: lineAt(text, match.index) };
}

export const isTest = (path: string): boolean =>
  /\.(test|e2e)\.tsx?$/.test(path) ||
  /(^|\/)(test|testing|simulation)\//.test(path) ||
  /^(e2e|bench)\//.test(path);

export const isScript = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path);

export const show = ({ path, line, says }: Problem): string => `${path}:${line}  ${says}`;
