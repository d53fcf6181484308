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

const onlyLines = (code: string, maker: string): string =>
  code
    .replace(
      /^import createLucideIcon from .*;$/m,
      `import { createIcon as createLucideIcon } from ${maker};`,
    )
    .replaceAll(/, key: "\w+" \}/g, ' }')
    .replaceAll(/,\s+key: "\w+"\n/g, '\n')
    .replace(/^ {2}name: "[\w-]+",$/m, '')
    .replace(/^ {2}size: 24,?$/m, '')
    .replace(/^__iconData\.node;$/m, '');
