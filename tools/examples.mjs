/** Records the examples of the API's document: plays every call against the sandbox, as the test of the document does, and keeps what was said. */
import { spawnSync } from 'node:child_process';

const run = (command, args, env = {}) => {
  const { status } = spawnSync('npx', [command, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
};

const folder = 'server/src/slices/developers';
run('vitest', ['run', `${folder}/openapi.test.ts`, '-t', 'a success|an example'], { RECORD_EXAMPLES: 'yes' });
run('prettier', ['--write', '--log-level', 'warn', `${folder}/recorded-examples.json`]);
