import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * node deploy/ha/fill.mjs FOLDER NETWORK NAME=ADDRESS NAME=ADDRESS NAME=ADDRESS: writes into FOLDER what each of the three machines gets, and what
 * goes beside each product process, from the templates. Passwords and certificates that are there already stay. The rehearsal fills them by the same function.
 */

const templates = path.join(import.meta.dirname, 'templates');
const YEARS_10 = '3650';

/**
 * @typedef {{ name: string, address: string }} Machine
 * @typedef {{
 *   folder: string,
 *   network: string,
 *   machines: readonly [Machine, Machine, Machine],
 *   rootOf?: (name: string) => string,
 *   watchdog?: 'required' | 'automatic' | 'off',
 * }} Filling `rootOf`: what goes before the places on a machine, where it is no machine of its own
 */

/**
 * Gives the passwords. What goes beside the product is in the folder `product`.
 * @param {Filling} filling
 */
export function fill({ folder, network, machines, rootOf = () => '', watchdog = 'required' }) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  const passwords = passwordsIn(folder);
  makeAuthority(folder);
  const [first, second, third] = machines;
  const common = { network, watchdog, ...flat({ first, second, third, password: passwords }) };
  for (const machine of machines) {
    const values = { ...common, ...machine, root: rootOf(machine.name) };
    const home = path.join(folder, machine.name);
    write(home, 'etc/default/etcd', 'etcd.env', values);
    write(home, 'etc/patroni/config.yml', 'patroni.yml', values);
    write(home, 'etc/jara-ha/database.sql', 'database.sql', values);
    makeCertificate(folder, path.join(home, 'etc/jara-ha'), machine);
  }
  const product = path.join(folder, 'product');
  const values = { ...common, root: rootOf('product') };
  write(product, 'etc/haproxy/haproxy.cfg', 'haproxy.cfg', values);
  write(product, 'etc/pgbouncer/pgbouncer.ini', 'pgbouncer.ini', values);
  fs.mkdirSync(path.join(product, 'etc/jara'), { recursive: true });
  fs.copyFileSync(path.join(folder, 'ca.crt'), path.join(product, 'etc/jara/database-ca.crt'));
  return passwords;
}

/**
 * @param {Record<string, Record<string, string>>} groups
 * @returns {Record<string, string>}
 */
const flat = (groups) =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, values]) =>
      Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
    ),
  );

/**
 * @param {string} home
 * @param {string} place
 * @param {string} template
 * @param {Record<string, string>} values
 */
function write(home, place, template, values) {
  const text = fs.readFileSync(path.join(templates, template), 'utf8');
  const filled = text.replaceAll(/@([\w.]+)@/g, (_match, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template} asks for ${name}, which nobody gives`);
    return value;
  });
  const file = path.join(home, place);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, filled, { mode: 0o640 });
}

/** @param {string} folder */
function passwordsIn(folder) {
  const file = path.join(folder, 'passwords.json');
  if (!fs.existsSync(file)) {
    const names = ['superuser', 'replication', 'rest', 'owner'];
    const made = Object.fromEntries(names.map((name) => [name, randomBytes(24).toString('hex')]));
    fs.writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  }
  /** @type {Record<'superuser' | 'replication' | 'rest' | 'owner', string>} */
  const passwords = JSON.parse(fs.readFileSync(file, 'utf8'));
  return passwords;
}

/** @param {string[]} args */
const openssl = (...args) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/**
 * The authority of this cluster alone: whoever it vouches for is one of the three machines. Its key stays where this was run.
 * @param {string} folder
 */
function makeAuthority(folder) {
  const [key, certificate] = [path.join(folder, 'ca.key'), path.join(folder, 'ca.crt')];
  if (fs.existsSync(certificate)) return;
  const subject = ['-subj', '/CN=Jara databases'];
  openssl('req', '-x509', ...newKey, ...subject, '-days', YEARS_10, '-keyout', key, '-out', certificate);
}

/**
 * For the address of the machine, and for that of HAProxy, through which the product sees it.
 * @param {string} authority
 * @param {string} home
 * @param {Machine} machine
 */
function makeCertificate(authority, home, { name, address }) {
  const at = (/** @type {string} */ file) => path.join(home, file);
  fs.copyFileSync(path.join(authority, 'ca.crt'), at('ca.crt'));
  if (fs.existsSync(at('server.crt'))) return;
  fs.writeFileSync(
    at('names'),
    `subjectAltName=DNS:localhost,IP:127.0.0.1,IP:${address}\nbasicConstraints=CA:FALSE\n`,
  );
  openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', at('server.key'), '-out', at('request'));
  const [ca, key] = [path.join(authority, 'ca.crt'), path.join(authority, 'ca.key')];
  const signing = ['-CA', ca, '-CAkey', key, '-CAcreateserial', '-days', YEARS_10, '-extfile', at('names')];
  openssl('x509', '-req', '-in', at('request'), ...signing, '-out', at('server.crt'));
  for (const file of ['names', 'request']) fs.rmSync(at(file));
}

/** @param {string[]} words */
function run(words) {
  const [folder, network, ...pairs] = words;
  const machines = pairs.map((pair) => {
    const [name = '', address = ''] = pair.split('=');
    return { name, address };
  });
  const [first, second, third, ...more] = machines;
  const isWhole = machines.every(({ name, address }) => /^[a-z][a-z0-9-]*$/.test(name) && address !== '');
  if (!folder || !network || !first || !second || !third || more.length > 0 || !isWhole) {
    console.error('node deploy/ha/fill.mjs FOLDER NETWORK NAME=ADDRESS NAME=ADDRESS NAME=ADDRESS');
    process.exit(1);
  }
  fill({ folder: path.resolve(folder), network, machines: [first, second, third] });
  console.log(`${folder} has ca.key and passwords.json: keep them where secrets are, and off the machines.`);
  for (const { name } of machines) console.log(`${folder}/${name} goes onto ${name}, from / on.`);
  console.log(`${folder}/product goes beside each product process, from / on.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) run(process.argv.slice(2));
