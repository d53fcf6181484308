/** What the build tells `theme.js`, in the element of index.html that loads it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Into the page of a `dist`, which has the attribute without a value. */
export async function setAttribute(dist: string, name: string, value: string): Promise<void> {
  const page = join(dist, 'index.html');
  const text = await readFile(page, 'utf8');
  const unset = `${name}=""`;
  if (!text.includes(unset)) throw new Error(`index.html has no place for ${name}`);
  await writeFile(page, text.replace(unset, `${name}="${value}"`));
}

/** The scripts that the frame of the private screens needs and the page does not name by itself. */
export async function namePrivateScripts(root: string): Promise<void> {
  const dist = join(root, 'dist');
  const [page, screens] = await Promise.all([
    readFile(join(dist, 'index.html'), 'utf8'),
    readFile(join(dist, '.vite/screens.json'), 'utf8'),
  ]);
  const files = (JSON.parse(screens) as Record<string, readonly string[]>)[
    'src/features/shell/private-shell.tsx'
  ]; // written by manifest.ts
  const scripts = (files ?? [])
    .map((file) => `/${file}`)
    .filter((file) => file.endsWith('.js') && !page.includes(file));
  if (scripts.length === 0) throw new Error('The private screens have no scripts of their own');
  await setAttribute(dist, 'data-private-scripts', scripts.join(' '));
}
