import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../../deploy/ha/fill.mjs', import.meta.url));
const machines = ['one=10.0.0.1', 'two=10.0.0.2', 'three=10.0.0.3'];

/** The machines have it; what runs the tests may not. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.log('What the machines of deploy/ha get is not tried: openssl is not installed.');

describe.skipIf(!hasOpenssl)('what the machines get', () => {
  let folder = '';
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [program, ...args], { encoding: 'utf8', stdio: 'pipe' });
  const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');
  const files = (): string[] =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .toSorted();

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-fill-'));
    run(folder, '10.0.0.0/24', ...machines);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('is every file, with nothing left to fill in', () => {
    const ofMachine = [
      'etc/default/etcd',
      'etc/jara-ha/ca.crt',
      'etc/jara-ha/database.sql',
      'etc/jara-ha/server.crt',
      'etc/jara-ha/server.key',
      'etc/patroni/config.yml',
    ];
    const ofProduct = [
      'etc/haproxy/haproxy.cfg',
      'etc/jara/database-ca.crt',
      'etc/pgbouncer/pgbouncer.ini',
    ].map((file) => `product/${file}`);
    const ofAll = ['one', 'two', 'three'].flatMap((name) => ofMachine.map((file) => `${name}/${file}`));
    expect(files()).toEqual(
      expect.arrayContaining([...ofAll, ...ofProduct, 'ca.crt', 'ca.key', 'passwords.json']),
    );
    expect(files().filter((file) => /@[\w.]+@/.test(read(file)))).toEqual([]);
    expect(read('two/etc/patroni/config.yml')).toContain("data_dir: '/var/lib/postgresql/15/jara'");
    expect(read('two/etc/patroni/config.yml')).toContain("connect_address: '10.0.0.2:5432'");
  });

  it('shows no secret to others', () => {
    const secrets = ['ca.key', 'passwords.json', 'one/etc/jara-ha/server.key', 'one/etc/patroni/config.yml'];
    const isForOthers = (file: string): boolean => (fs.statSync(path.join(folder, file)).mode & 0o007) !== 0;
    expect(secrets.filter(isForOthers)).toEqual([]);
  });

  it('vouches for each machine by its address, and for HAProxy by its own', () => {
    const certificate = path.join(folder, 'three/etc/jara-ha/server.crt');
    const openssl = (...args: string[]): string => execFileSync('openssl', args, { encoding: 'utf8' });
    const names = openssl('x509', '-in', certificate, '-noout', '-ext', 'subjectAltName');
    expect(names).toContain('IP Address:10.0.0.3');
    expect(names).toContain('IP Address:127.0.0.1');
    expect(
      openssl('verify', '-CAfile', path.join(folder, 'product/etc/jara/database-ca.crt'), certificate),
    ).toContain('OK');
  });

  it('stays the same when it is filled again', () => {
    const before = files().map(read);
    run(folder, '10.0.0.0/24', ...machines);
    expect(files().map(read)).toEqual(before);
  });

  it('is refused for fewer than three machines', () => {
    expect(() => run(folder, '10.0.0.0/24', ...machines.slice(1))).toThrow(/NAME=ADDRESS/);
  });
});
