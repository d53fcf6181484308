/**
 * Takes out of the icons what costs bytes and does nothing in a build: the key of each line, which is six letters by chance and so packs
 * badly (React asks for keys in development alone), names and sizes, and what lucide makes a component with, most of which serves settings
 * that nothing here has: src/ui/lucide-icon.ts does it instead. More than a kilobyte in the shop.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

export function slimIcons(root: string): Plugin {
  const maker = JSON.stringify(join(root, 'build', '../src/ui/lucide-icon.ts'));
  return {
    name: 'lucide-icons',
    apply: 'build',
    transform: {
      filter: { id: ICON_FILE },
      handler: (code) => ({ code: onlyLines(code, maker), map: null }),
    },
  };
}

/** Gives only what other files make: an icon by another name, or all of them. */
const OF_OTHERS = /^export \{ default(?: as \w+)? \} from /m;
const IMPORT = /^import createLucideIcon from .*;$/m;
/** Of what an icon is made from: without it `createIcon` would draw nothing, and say so nowhere. */
const LINES = /^ {2}node: \[/m;

/** Throws when the package writes its icons in another way than this reads. */
export function onlyLines(code: string, maker: string): string {
  if (OF_OTHERS.test(code)) return code;
  if (!IMPORT.test(code) || !LINES.test(code))
    throw new Error('lucide-react writes its icons in another way: see web/build/lucide-icons.ts');
  return code
    .replace(IMPORT, `import { createIcon as createLucideIcon } from ${maker};`)
    .replace(/, key: "\w+" \}/g, ' }')
    .replace(/,\s+key: "\w+"\n/g, '\n')
    .replace(/^ {2}name: "[\w-]+",$/m, '')
    .replace(/^ {2}size: 24,?$/m, '')
    .replace(/^__iconData\.node;$/m, '');
}
