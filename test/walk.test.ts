/**
 * The way of a data purchase through the files, as docs/architecture.md lists it: each file is there, stands in the list once, and is
 * reached from one before it, so that whoever reads from top to bottom never goes back. Of the slice of purchases no file that is entered
 * is missing; and what the page names beside the thread is there, and used by a file of the list or by one named before it.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const MOST = 38;
const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths from the root of the repository; null where there is no such file. */
type Read = (file: string) => string | null;
const readHere: Read = (file) =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null;

/** What a file imports, statically or later; `valuesOnly` leaves out what is imported for its types. */
function importsOf(file: string, text: string, valuesOnly = false): string[] {
  const found = text.matchAll(/(import type[^;]*?from|from|import\()\s*'([^']+)'/g);
  return [...found].flatMap(([, how = '', name = '']) => {
    if (valuesOnly && how.startsWith('import type')) return [];
    if (name.startsWith('.')) return [path.posix.join(path.posix.dirname(file), name)];
    return name.startsWith('@jara/contract/') ? [`contract/src/${name.slice('@jara/contract/'.length)}`] : [];
  });
}

const REQUEST = 'server/src/routes.ts';
const PATHS = 'contract/src/paths.ts';
const API = 'contract/src/api.ts';

/** By an import; by the request that the client sends; by the table of calls; by a call of the function in SQL; by its interface. */
function isReached(file: string, text: string, before: readonly string[], read: Read): boolean {
  const texts = before.map((one) => ({ one, text: read(one) ?? '' }));
  if (texts.some(({ one, text: from }) => importsOf(one, from).includes(file))) return true;
  if (file === REQUEST) return before.includes(PATHS) && /\bbuyData\b/.test(text);
  if (file.startsWith('contract/src/calls/'))
    return before.includes(REQUEST) && importsOf(API, read(API) ?? '').includes(file);
  if (file.endsWith('.sql'))
    return texts.some(({ text: from }) => from.includes(`select ${path.posix.basename(file, '.sql')}(`));
  return importsOf(file, text).some(
    (one) => before.includes(one) && /\binterface Supplier\b/.test(read(one) ?? ''),
  );
}

/** Made once as the program starts, and not entered by a purchase. */
const atStart = new Set(
  ['house-accounts', 'put-off-questions'].map((name) => `server/src/slices/purchases/${name}.ts`),
);

function problemsOf(walk: readonly string[], read: Read): string[] {
  const problems = walk.flatMap((file, n) => {
    const text = read(file);
    if (text === null) return [`${file} is not there`];
    const before = walk.slice(0, n);
    if (before.includes(file)) return [`${file} is entered twice`];
    if (n > 0 && !isReached(file, text, before, read)) return [`nothing before ${file} leads to it`];
    const folder = 'server/src/slices/purchases/';
    if (!file.startsWith(folder)) return [];
    return importsOf(file, text, true)
      .filter((one) => one.startsWith(folder) && !walk.includes(one) && !atStart.has(one))
      .map((one) => `${file} goes by ${one}, which is not in the list`);
  });
  return walk.length > MOST ? [...problems, `${walk.length} files are more than ${MOST}`] : problems;
}

const chapter = /## A data purchase, file by file\n([\s\S]*?)\n## /.exec(
  readFileSync(path.join(root, 'docs/architecture.md'), 'utf8'),
)?.[1];
const walk = [...(chapter ?? '').matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);

/** Every file in backticks below the words "Beside the thread:". */
const besides = [
  ...(chapter?.split('\nBeside the thread:\n')[1] ?? '').matchAll(/`([^`]+\/[^`]+\.\w+)`/g),
].map(([, file = '']) => file);

function besideProblems(files: readonly string[], read: Read): string[] {
  return files.flatMap((file, n) => {
    const text = read(file);
    if (text === null) return [`${file} is not there`];
    if (walk.includes(file) || files.indexOf(file) < n) return [`${file} is named twice`];
    const name = path.posix.basename(file, '.sql');
    const users = [...walk, ...files.slice(0, n)];
    const isUsed = users.some((user) =>
      file.endsWith('.sql')
        ? new RegExp(`\\b${name}\\(`).test(read(user) ?? '')
        : importsOf(user, read(user) ?? '').includes(file),
    );
    return isUsed ? [] : [`nothing in the list uses ${file}`];
  });
}

describe('the way of a data purchase', () => {
  it('has beside it what its files use', () => {
    expect(besides).toContain('server/src/outside/http.ts');
    expect(besideProblems(besides, readHere)).toEqual([]);
  });

  it.each([
    ['is gone', 'server/src/outside/gone.ts', /is not there/],
    ['is in the list', 'server/src/outside/suppliers/msorg.ts', /is named twice/],
    ['stands there already', 'server/src/outside/http.ts', /is named twice/],
    ['nothing uses', 'server/src/slices/coupons/code.ts', /nothing in the list uses/],
    ['no function calls', 'server/database/functions/triggers/refuse_change.sql', /nothing in the list uses/],
  ])('would not hold beside it a file that %s', (_what, file, problem) => {
    expect(besideProblems([...besides, file], readHere).join('\n')).toMatch(problem);
  });

  it('is listed from the page to the receipt', () => {
    expect([walk[0], walk.at(-1)]).toEqual([
      'web/src/pages/profile/buy-data.tsx',
      'web/src/features/receipt/receipt-view.tsx',
    ]);
  });

  it(`is followed through ${MOST} files at most, none of them entered twice`, () => {
    expect(problemsOf(walk, readHere)).toEqual([]);
  });

  it.each<[string, (files: readonly string[]) => string[], RegExp]>([
    ['a file that is gone', (files) => [...files, 'server/src/slices/purchases/gone.ts'], /is not there/],
    ['a file that is entered again', (files) => [...files, files[3] ?? ''], /is entered twice/],
    [
      'a file that nothing leads to',
      (files) => [...files, 'server/src/slices/coupons/code.ts'],
      /nothing before/,
    ],
    ['a file before what leads to it', (files) => files.toReversed(), /nothing before/],
    ['a step that is left out', (files) => files.filter((one) => !one.endsWith('/queues.ts')), /goes by/],
    ['one file more than may be', (files) => [...files, 'web/src/platform/session.ts'], /are more than/],
  ])('would not hold with %s', (_what, change, problem) => {
    expect(problemsOf(change(walk), readHere).join('\n')).toMatch(problem);
  });
});
