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

const frame = 'src/features/shell/private-shell.tsx';
const below = 'src/pages/profile/dashboard/later/below.tsx';

/** The scripts that the page does not name by itself: what the frame of the private screens needs, and what the dashboard needs besides. */
export async function namePrivateScripts(root: string): Promise<void> {
  const dist = join(root, 'dist');
  const [page, text] = await Promise.all([
    readFile(join(dist, 'index.html'), 'utf8'),
    readFile(join(dist, '.vite/screens.json'), 'utf8'),
  ]);
  const screens = JSON.parse(text) as Record<string, readonly string[]>; // written by manifest.ts
  const scriptsOf = (module: string, named: string): string[] => {
    const scripts = (screens[module] ?? [])
      .map((file) => `/${file}`)
      .filter((file) => file.endsWith('.js') && !named.includes(file));
    if (scripts.length === 0) throw new Error(`${module} has no scripts of its own`);
    return scripts;
  };
  const ofFrame = scriptsOf(frame, page).join(' ');
  await setAttribute(dist, 'data-private-scripts', ofFrame);
  await setAttribute(dist, 'data-dashboard-scripts', scriptsOf(below, page + ofFrame).join(' '));
}
