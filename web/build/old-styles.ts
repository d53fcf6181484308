/**
 * One further style sheet, for browsers before Chrome 111. Before 99 they leave out everything that stands in a layer, which is nearly all; before
 * 105 what asks for a width, or for what an element has; before 111 an operator's own hue. `theme.js` asks for it there, and nobody else does.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOldSheet } from './old-sheet.ts';
import { setAttribute } from './page-attributes.ts';

/** As index.html has it; document.tsx says it by itself. */
const attribute = 'data-old-styles';

/** Into a `dist` that holds the program. `first` are the addresses of the styles that every page begins with. Gives the address of the sheet. */
export async function buildOldStyles(root: string, first: readonly string[]): Promise<string> {
  const dist = join(root, 'dist');
  const names = await readdir(join(dist, 'assets'));
  const all = names.filter((name) => name.endsWith('.css')).map((name) => `/assets/${name}`);
  const inOrder = [...new Set([...first, ...all.toSorted()])];
  const sheets = await Promise.all(inOrder.map((address) => readFile(join(dist, address), 'utf8')));
  const sheet = writeOldSheet(sheets.join('\n'));
  const hash = createHash('sha256').update(sheet).digest('hex').slice(0, 8);
  const address = `/assets/old-${hash}.css`;
  await writeFile(join(dist, address), sheet);
  await setAttribute(dist, attribute, address);
  return address;
}
