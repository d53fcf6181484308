/** Writes down which files each screen needs, so that a check can weigh them: `dist/.vite/screens.json`, which the server does not serve. */
import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** By the path of a module, from the folder of the web client: all files that must be there before it runs. */
type ScreenFiles = Record<string, readonly string[]>;

const program = 'src/app/main.tsx';

/** `built` runs when all files are there, with the addresses of the styles that every page begins with. */
export function listScreenFiles(root: string, built: (styles: readonly string[]) => Promise<void>): Plugin {
  let styles: string[] = [];
  return {
    name: 'screen-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const isLoadedLater = (id: string): boolean => this.getModuleInfo(id)?.dynamicImporters.length !== 0;
      const files: ScreenFiles = Object.fromEntries(
        chunks.flatMap((chunk) =>
          Object.keys(chunk.modules)
            .filter((id) => id.startsWith(root) && (isLoadedLater(id) || relative(root, id) === program))
            .map((id) => [relative(root, id), filesOf(chunk, chunks)]),
        ),
      );
      styles = (files[program] ?? []).filter((file) => file.endsWith('.css')).map((file) => `/${file}`);
      this.emitFile({
        type: 'asset',
        fileName: '.vite/screens.json',
        source: JSON.stringify(files, null, 1),
      });
    },
    writeBundle: () => built(styles),
  };
}

/** The file itself, what it imports, and the styles of all of these. */
function filesOf(start: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const found = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk): void => {
    if (found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) visit(other);
  };
  visit(start);
  return [...found].toSorted();
}
