import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../checkout.mjs';

/** What makes play money and users with a published password. Both are loaded in sandbox mode only. */
const ofSandbox = /^server\/src\/(?:seed\/|slices\/funding\/test-top-up\.ts$)/;
const WORDS =
  'This is a live build, made for MODE=live: it has no sandbox. For a sandbox, build without --live, or use npm start. Nothing was changed.';

/** In their place stands a sentence for whoever asks for them all the same. */
const withoutSandbox = {
  name: 'live-build',
  load: (id) =>
    ofSandbox.test(path.relative(root, id).replaceAll(path.sep, '/'))
      ? `console.error(${JSON.stringify(WORDS)}); process.exit(1);`
      : null,
};

/**
 * One program per entry. Packages stay outside; what the workspaces share goes in, because it is TypeScript.
 * @param {string} workspace
 * @param {string[]} entries
 * @param {{ isLive?: boolean, to?: string }} [options]
 */
export async function bundleProgram(workspace, entries, { isLive = false, to } = {}) {
  const folder = path.join(root, workspace);
  const dir = to ?? path.join(folder, 'dist');
  const present = entries.filter((name) => fs.existsSync(path.join(folder, `src/${name}.ts`)));
  const bundled = await rolldown({
    input: Object.fromEntries(present.map((name) => [name, path.join(folder, `src/${name}.ts`)])),
    cwd: folder,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@jara/'),
    tsconfig: path.join(root, 'tsconfig.json'),
    plugins: isLive ? [withoutSandbox] : [],
  });
  fs.rmSync(dir, { recursive: true, force: true });
  await bundled.write({ dir, format: 'esm', sourcemap: true });
  await bundled.close();
}
