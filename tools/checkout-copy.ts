/** A copy of the checkout to spoil: with its packages, and the rooms of the copy among them. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../', import.meta.url));
const rooms = ['contract', 'sandbox', 'server', 'web'];
const notCopied = new Set(['node_modules', 'dist', '.git', '.jara', '.test', '.mutants', 'test-results']);

/** Gives it to the work, and removes it. */
export async function inCopyOfCheckout<Result>(work: (copy: string) => Promise<Result>): Promise<Result> {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'jara-mutants-'));
  try {
    copyCheckout(copy);
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function copyCheckout(copy: string): void {
  for (const name of readdirSync(root)) {
    if (notCopied.has(name)) continue;
    cpSync(path.join(root, name), path.join(copy, name), {
      recursive: true,
      filter: (source) => !notCopied.has(path.basename(source)),
    });
  }
  const packages = path.join(copy, 'node_modules');
  mkdirSync(path.join(packages, '@jara'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name !== '@jara' && !name.startsWith('.vite'))
      symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  }
  for (const room of rooms) symlinkSync(path.join(copy, room), path.join(packages, '@jara', room));
}
