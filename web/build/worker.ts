/**
 * Builds the service worker and gives the build its name: a hash over the page, which names all scripts and styles, and over what the
 * worker keeps. The page carries the name, the worker is built with it, and the server tells it with each answer of the API. Beside it
 * lies the worker that removes the other one.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const workerSource = 'src/app/worker.ts';
/** For the server alone, which gives it in place of the other. */
const offSource = 'src/app/worker-off.ts';
const unnamed = '<meta name="client-build" content="" />';
/** Staff work at a desktop with a network: their screens are not kept on everybody's phone. */
const isForStaff = (module: string): boolean => module.startsWith('src/pages/admin/');
const fonts = ['public-sans', 'public-sans-naira', 'bricolage', 'bricolage-naira'];

/** Into a `dist` that holds everything else. */
export async function buildWorker(root: string, oldStyles: string): Promise<void> {
  const dist = join(root, 'dist');
  const [page, source, files] = await Promise.all([
    readFile(join(dist, 'index.html'), 'utf8'),
    readFile(join(root, workerSource), 'utf8'),
    listCachedFiles(dist),
  ]);
  const name = createHash('sha256')
    .update([page, source, ...files].join('\0'))
    .digest('hex')
    .slice(0, 16);
  await writeFile(join(dist, 'index.html'), page.replace(unnamed, unnamed.replace('""', `"${name}"`)));
  await bundle(root, workerSource, 'worker.js', {
    workerBuild: JSON.stringify(name),
    workerFiles: JSON.stringify([...files, themeOf(page)]),
    workerOldStyles: JSON.stringify(oldStyles),
  });
  await bundle(root, offSource, '.vite/worker-off.js');
}

/** One file with all that it needs, at an address that stays the same. */
async function bundle(root: string, source: string, file: string, define: Record<string, string> = {}) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, source), output: { entryFileNames: file } },
    },
  });
}

/** Addresses of all that a user's screens and the ready-made pages need. */
async function listCachedFiles(dist: string): Promise<string[]> {
  const screens = JSON.parse(await readFile(join(dist, '.vite/screens.json'), 'utf8')) as Record<
    string,
    string[]
  >; // written by manifest.ts
  const ofScreens = Object.entries(screens).flatMap(([module, files]) => (isForStaff(module) ? [] : files));
  const ofPages = (await readdir(join(dist, 'assets')))
    .filter((name) => /^enhance-.*\.js$/.test(name))
    .map((name) => `assets/${name}`);
  const files = [...new Set([...ofScreens, ...ofPages])].toSorted();
  return [...files, ...fonts.map((name) => `fonts/${name}.woff2`), 'favicon.svg'].map((file) => `/${file}`);
}

/** With the hash that `nameTheme` put behind it. */
function themeOf(page: string): string {
  const address = /src="(\/theme\.js\?[\w-]+)"/.exec(page)?.[1];
  if (address === undefined) throw new Error('index.html does not begin with theme.js');
  return address;
}

/** `theme.js` belongs to its build like the files with a hash in their name: in the page its address carries one, too. */
export async function nameTheme(html: string, publicDirectory: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(publicDirectory, 'theme.js')));
  return html.replace('src="/theme.js"', `src="/theme.js?${hash.digest('hex').slice(0, 8)}"`);
}
