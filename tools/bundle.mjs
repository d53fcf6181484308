import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { build as buildWeb } from 'vite';
import { root } from './setup.mjs';

/** One program per entry. Packages stay outside; what the workspaces share goes in, because it is TypeScript. */
async function bundle(workspace, entries) {
  const folder = path.join(root, workspace);
  const present = entries.filter((name) => fs.existsSync(path.join(folder, `src/${name}.ts`)));
  const bundled = await rolldown({
    input: Object.fromEntries(present.map((name) => [name, path.join(folder, `src/${name}.ts`)])),
    cwd: folder,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@jara/'),
    tsconfig: path.join(root, 'tsconfig.json'),
  });
  fs.rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
  await bundled.write({ dir: path.join(folder, 'dist'), format: 'esm', sourcemap: true });
  await bundled.close();
}

await bundle('sandbox', ['main']);
await bundle('server', ['main', 'books', 'admin', 'backup', 'restore']);
await buildWeb({
  root: path.join(root, 'web'),
  configFile: path.join(root, 'web/vite.config.ts'),
  logLevel: 'warn',
});
