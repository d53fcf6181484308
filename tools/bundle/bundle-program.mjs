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
  const sources = entries.map((name) => path.join(folder, `src/${name}.ts`));
  await bundleFiles(
    root,
    sources.filter((file) => fs.existsSync(file)),
    to ?? path.join(folder, 'dist'),
    { plugins: isLive ? [withoutSandbox] : [] },
  );
}

/**
 * Each of these files of a checkout of this repository as a program, in the folder, which is emptied first.
 * @param {string} checkout
 * @param {string[]} files
 * @param {string} to
 * @param {{ plugins?: import('rolldown').RolldownPluginOption[] }} [options]
 */
export async function bundleFiles(checkout, files, to, { plugins = [] } = {}) {
  const bundled = await rolldown({
    input: Object.fromEntries(files.map((file) => [path.basename(file, '.ts'), file])),
    cwd: checkout,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@jara/'),
    tsconfig: path.join(checkout, 'tsconfig.json'),
    plugins,
  });
  fs.rmSync(to, { recursive: true, force: true });
  await bundled.write({ dir: to, format: 'esm', sourcemap: true });
  await bundled.close();
}
