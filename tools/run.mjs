import { spawn } from 'node:child_process';
import { root } from './checkout.mjs';
import { setUp } from './setup.mjs';

/*
 * node tools/run.mjs <file> [argument...]: runs one of the project's TypeScript programs; of the server, where only the packages of
 * production are there, from its build.
 */

const [file = '', ...args] = process.argv.slice(2);
const ofServer = /^server\/src\/(\w+)\.ts$/.exec(file)?.[1];
const { hasSources } = await setUp({ build: 'never', isOfServer: ofServer !== undefined });
const started = hasSources
  ? ['--import', 'tsx', file]
  : ['--enable-source-maps', `server/dist/${ofServer}.js`];
const program = spawn(process.execPath, [...started, ...args], {
  cwd: root,
  stdio: 'inherit',
});
// The terminal tells the program itself; what another process sends arrives here only.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => program.kill('SIGTERM'));
program.on('exit', (code) => process.exit(code ?? 1));
