/** nginx itself, with deploy/nginx/jara.conf, where this machine has it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../src/database/free-port.ts';

const configuration = new URL('../../../deploy/nginx/jara.conf', import.meta.url);

/** Debian puts it where only root looks. */
const environment = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` };

export const hasNginx = ['nginx', 'openssl'].every(
  (name) => spawnSync(name, name === 'nginx' ? ['-v'] : ['version'], { env: environment }).status === 0,
);

export interface Nginx {
  /** Ports on which it speaks HTTP and TLS. */
  port: number;
  tlsPort: number;
  /** What its logs have of requests so far. */
  log(): string;
  close(): Promise<void>;
}

/** In front of what listens on `programPort`, with a certificate of its own making. */
export async function startNginx(programPort: number): Promise<Nginx> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-nginx-'));
  fs.chmodSync(folder, 0o755);
  const [port, tlsPort] = [await findFreePort(), await findFreePort()];
  const inFolder = (name: string): string => path.join(folder, name);
  const certificate = [
    '-subj',
    '/CN=shop.example',
    '-keyout',
    inFolder('privkey.pem'),
    '-out',
    inFolder('fullchain.pem'),
  ];
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...certificate];
  execFileSync('openssl', make, { stdio: 'ignore' });
  const filled = fs
    .readFileSync(configuration, 'utf8')
    .replaceAll('/etc/ssl/jara/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('127.0.0.1:3000', `127.0.0.1:${programPort}`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${tlsPort} ssl`)
    // The machines of the tests may have no IPv6.
    .replaceAll(/ *listen \[::\].*\n/g, '');
  fs.writeFileSync(
    inFolder('nginx.conf'),
    `daemon off; worker_processes 1; pid ${inFolder('pid')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
client_body_temp_path ${inFolder('body')}; proxy_temp_path ${inFolder('proxy')}; fastcgi_temp_path ${inFolder('fastcgi')};
uwsgi_temp_path ${inFolder('uwsgi')}; scgi_temp_path ${inFolder('scgi')};
${filled}
}`,
  );
  const program = spawn('nginx', ['-p', folder, '-e', inFolder('error.log'), '-c', inFolder('nginx.conf')], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  program.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(program, 'exit');
  await Promise.race([
    untilAnswers(`http://127.0.0.1:${port}/`),
    ended.then(() => Promise.reject(new Error(`nginx does not start: ${said}`))),
  ]);
  return {
    port,
    tlsPort,
    log: () =>
      ['jara.log', 'jara-error.log', 'error.log']
        .map((name) => fs.readFileSync(inFolder(name), 'utf8'))
        .join(''),
    async close() {
      program.kill('SIGTERM');
      await ended;
      fs.rmSync(folder, { recursive: true });
    },
  };
}

async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(url, { redirect: 'manual' }).catch(() => undefined);
    if (answer !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('nginx does not answer');
}
