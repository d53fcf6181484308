/**
 * Builds what the ready-made pages need: their script, which shares no file with the program, and the program that writes them, for the
 * server. The latter knows the names of the script and the styles.
 */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Rolldown } from 'vite';

const scriptSource = 'src/prerendered/enhance.ts';
const writerSource = 'src/prerendered/prerender.tsx';

/** Into a `dist` that already holds the program; `styles` and `oldStyles` are addresses. */
export async function buildPages(root: string, styles: readonly string[], oldStyles: string): Promise<void> {
  const shared: InlineConfig = { root, configFile: false, logLevel: 'warn' };
  const beside = { emptyOutDir: false, copyPublicDir: false };
  const made = await build({
    ...shared,
    build: {
      ...beside,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, scriptSource) },
    },
  });
  await build({
    ...shared,
    plugins: [react()],
    define: {
      pageStyles: JSON.stringify(styles),
      pageOldStyles: JSON.stringify(oldStyles),
      pageScript: JSON.stringify(`/${entryOf(made)}`),
      'process.env.NODE_ENV': '"production"',
    },
    // One file with all that it needs: the server's packages are not the browser's.
    ssr: { noExternal: true },
    build: { ...beside, ssr: writerSource, outDir: 'dist/.vite', target: 'node20', minify: true },
  });
}

function entryOf(made: Awaited<ReturnType<typeof build>>): string {
  const outputs: readonly Rolldown.RolldownOutput[] = Array.isArray(made)
    ? made
    : 'output' in made
      ? [made]
      : [];
  const files = outputs.flatMap(({ output }) => output);
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry === undefined) throw new Error('The script of the pages was not built');
  return entry.fileName;
}
