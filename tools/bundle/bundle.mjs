import fs from 'node:fs';
import path from 'node:path';
import { build as buildWeb } from 'vite';
import { bundleProgram } from './bundle-program.mjs';
import { root } from '../checkout.mjs';

/** For MODE=live: without the sandbox, and without what makes play money. */
const isLive = process.argv.includes('--live');

if (isLive) fs.rmSync(path.join(root, 'sandbox/dist'), { recursive: true, force: true });
else await bundleProgram('sandbox', ['main']);
await bundleProgram('server', ['main', 'migrate', 'books', 'archive', 'admin', 'backup', 'restore'], {
  isLive,
});
await buildWeb({
  root: path.join(root, 'web'),
  configFile: path.join(root, 'web/vite.config.ts'),
  logLevel: 'warn',
});
