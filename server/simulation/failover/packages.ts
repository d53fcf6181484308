/** What the rehearsal needs of the machine that it runs on, in words for whoever lacks it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const POSTGRES_FOLDER = '/usr/lib/postgresql/15/bin';
/** Debian puts some of them where only root looks. */
export const searchPath = [process.env['PATH'], '/usr/sbin', '/sbin', POSTGRES_FOLDER].join(':');

/** What a program says of its version, and the package that has it. */
const programs = [
  { name: 'postgres', package: 'postgresql-15', args: ['--version'] },
  { name: 'patroni', package: 'patroni', args: ['--version'] },
  { name: 'etcd', package: 'etcd-server', args: ['--version'] },
  { name: 'haproxy', package: 'haproxy', args: ['-v'] },
  { name: 'pgbouncer', package: 'pgbouncer', args: ['--version'] },
  { name: 'openssl', package: 'openssl', args: ['version'] },
  { name: 'ip', package: 'iproute2', args: ['-V'] },
  { name: 'unshare', package: 'util-linux', args: ['--version'] },
] as const;

function say(name: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(name, args, {
    env: { ...process.env, PATH: searchPath },
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n')[0]?.trim() : undefined;
}

/** A sentence for each thing that is not there. */
export function lacking(): string[] {
  if (process.platform !== 'linux') return ['It builds networks of Linux: run it there.'];
  const missing = programs.filter(({ name, args }) => say(name, args) === undefined);
  const packages = missing.map((program) => program.package).join(' ');
  return [
    ...(missing.length === 0
      ? []
      : [
          `These packages of Debian are missing: ${packages}. Install them (apt-get install ${packages}), and stop what they start by themselves: ` +
            'the rehearsal starts its own.',
        ]),
    ...(process.getuid?.() === 0
      ? []
      : ['It makes networks of its own, which only root may: run it as root.']),
    ...(existsSync('/proc/self/ns/net') ? [] : ['This kernel has no network namespaces.']),
  ];
}

/** Of what was rehearsed with, for the report. */
export function versions(): string[] {
  return programs.slice(0, 5).map(({ name, args }) => {
    const found = /\d+(?:\.\d+)+/.exec(say(name, args) ?? '')?.[0];
    return `${name} ${found ?? '?'}`;
  });
}
