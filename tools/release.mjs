import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fail, root } from './checkout.mjs';
import { pack } from './bundle/pack.mjs';
import { setUp } from './setup.mjs';

/*
 * npm run release: builds what a live installation runs, and writes it with its sources into dist/jara-<version>-<commit>.tar.gz, and the
 * hash of that beside it. There npm start builds nothing and installs what runs.
 */

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

if (git('status', '--porcelain') !== '')
  fail('Commit or remove what was changed first: a release says of which commit it is. Nothing was written.');
const commit = git('rev-parse', 'HEAD');
// 2: nobody answered, which it says. With the packages that build nothing is missing: what asks is one of the sources.
const { status } = spawnSync(process.execPath, ['tools/run.mjs', 'tools/packages/audit.ts'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0 && status !== 2)
  fail(
    'A package that runs has a known hole that is high or critical, or the audit above did not run. Nothing was written.',
  );
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
await setUp({ build: 'always', isLive: true });

const name = `jara-${version}-${commit.slice(0, 8)}`;
const archive = path.join(root, 'dist', `${name}.tar.gz`);
pack({ commit, version, name, archive });
const hash = createHash('sha256').update(fs.readFileSync(archive)).digest('hex');
fs.writeFileSync(`${archive}.sha256`, `${hash}  ${name}.tar.gz\n`);
console.log(`${path.relative(root, archive)}: SHA-256 ${hash}`);
