/**
 * Takes out of the icons what costs bytes and does nothing in a build: the key of each line, which is six letters by chance and so packs
 * badly (React asks for keys in development alone), and a statement that only reads a field. A third of a kilobyte in the shop.
 */
import type { Plugin } from 'vite';

const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

export function dropIconKeys(): Plugin {
  return {
    name: 'icon-keys',
    apply: 'build',
    transform: {
      filter: { id: ICON_FILE },
      handler: (code) => ({ code: withoutKeys(code), map: null }),
    },
  };
}

const withoutKeys = (code: string): string =>
  code.replaceAll(/, key: "\w+" \}/g, ' }').replace(/^__iconData\.node;$/m, '');
