import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFiles } from '../../tools/bundle/bundle-program.mjs';

export interface Bundle {
  file: string;
  /** Of Node. */
  flags: readonly string[];
}

const bundles = new Map<string, Promise<Bundle>>();

/**
 * The program under measurement of a checkout, as its server runs in production: bundled, and with the flags of its `npm start`. Sources that a
 * loader makes ready are slower, and each version by another part. Made once, and removed when this process ends.
 */
export function bundleOf(checkout: string): Promise<Bundle> {
  const made = bundles.get(checkout) ?? make(checkout);
  bundles.set(checkout, made);
  return made;
}

async function make(checkout: string): Promise<Bundle> {
  // As deep as server/dist, from where the program finds its packages and the files beside it.
  const folder = path.join(checkout, 'server/.bench');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundleFiles(checkout, [path.join(checkout, 'bench/purchases/program.ts')], folder);
  return { file: path.join(folder, 'program.js'), flags: await flagsOf(checkout) };
}

/** Checkouts from before there were flags have none. */
async function flagsOf(checkout: string): Promise<readonly string[]> {
  const file = path.join(checkout, 'tools/server-flags.mjs');
  if (!existsSync(file)) return [];
  const { serverFlags } = (await import(pathToFileURL(file).href)) as { serverFlags: readonly string[] };
  return serverFlags;
}
