/** PgBouncer itself, in transaction mode, where this machine has it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../src/database/free-port.ts';
import { withClient } from '../../src/database/with-client.ts';

/** Debian puts it where only root looks. */
const environment = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` };

/** What it says of its version; undefined where there is none. */
export const pgBouncerVersion = (): string | undefined => {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], { env: environment, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0] : undefined;
};

export interface PgBouncer {
  /** The same place by way of it. */
  through(address: string): string;
  close(): Promise<void>;
}

/** `logins`: addresses of the server, each with a login that it lets in. `size`: connections of the server for each login. */
export async function startPgBouncer(logins: readonly string[], size: number): Promise<PgBouncer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-pgbouncer-'));
  fs.chmodSync(folder, 0o755);
  const port = await findFreePort();
  const urls = logins.map((login) => new URL(login));
  const [{ hostname, port: serverPort, pathname } = new URL('postgresql://nowhere')] = urls;
  const users = urls.map(
    (url) => `"${decodeURIComponent(url.username)}" "${decodeURIComponent(url.password)}"`,
  );
  fs.writeFileSync(path.join(folder, 'users.txt'), `${users.join('\n')}\n`);
  fs.writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${size}
`,
  );
  // It does not run as root, and says nothing to whoever does not ask its log.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = spawn('pgbouncer', [...user, path.join(folder, 'pgbouncer.ini')], {
    env: environment,
    stdio: 'ignore',
  });
  const ended = once(program, 'exit');
  const through = (address: string): string => Object.assign(new URL(address), { port: String(port) }).href;
  await untilReady(through(logins[0] ?? ''), program);
  return {
    through,
    async close() {
      program.kill('SIGTERM');
      await ended;
      fs.rmSync(folder, { recursive: true });
    },
  };
}

async function untilReady(url: string, program: { exitCode: number | null }): Promise<void> {
  const isReady = () =>
    withClient(url, async () => true).catch((error: unknown) => {
      if (program.exitCode !== null) throw error;
      return false;
    });
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
}
