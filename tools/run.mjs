import { spawn } from 'node:child_process';
import { root, setUp } from './setup.mjs';

/*
 * node tools/run.mjs <file> [argument...]: runs one of the project's TypeScript programs.
 */

await setUp({ build: 'never' });
const program = spawn(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
// The terminal tells the program itself; what another process sends arrives here only.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => program.kill('SIGTERM'));
program.on('exit', (code) => process.exit(code ?? 1));
