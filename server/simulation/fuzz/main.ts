/** `npm run fuzz -- [--requests N] [--seed S]`: as many requests as one likes, by the test that `npm test` runs with a few. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const { requests = '50000', seed = String(Date.now() % 1_000_000) } = values;
if (![requests, seed].every((text) => /^\d{1,9}$/.test(text))) {
  console.error('npm run fuzz -- [--requests N] [--seed S]');
  process.exit(1);
}

const root = path.join(import.meta.dirname, '../../..');
const file = path.relative(root, path.join(import.meta.dirname, 'fuzz.test.ts'));
const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
  cwd: root,
  env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
  stdio: 'inherit',
});
vitest.on('exit', (code) => process.exit(code ?? 1));
