/**
 * A machine that is none: a network namespace with a link of its own and etcd, Patroni and PostgreSQL in it, as on a machine of their own, at
 * the same ports. Whatever runs in that namespace belongs to it, and dies, freezes or is cut off with it.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { searchPath } from './packages.ts';

const BRIDGE = 'jara-ha';
export const network = '10.77.0.0/24';
const GATEWAY = '10.77.0.254/24';
/** What systemd leaves between an end and the next start. */
const RESTART_MS = 100;
/** Not what this process was given: a service manager hands on nothing either. */
const environment = { PATH: searchPath, LANG: 'C.UTF-8' };

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const namespaceOf = (pid: number | string): string | undefined => {
  try {
    return fs.readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    // It has ended.
    return undefined;
  }
};

/** Connects the machines with each other and with this process, in whose own namespace nothing else is. */
export function layNetwork(): void {
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  run('ip', 'addr', 'add', GATEWAY, 'dev', BRIDGE);
  run('ip', 'link', 'set', BRIDGE, 'up');
}

export interface MachinePlace {
  name: string;
  address: string;
  /** Its `/`. */
  root: string;
}

interface EtcdStatus {
  header: { member_id: string };
  leader?: string;
}

export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #root: string;
  readonly #holder: ChildProcess;
  #namespace = '';

  constructor({ name, address, root }: MachinePlace) {
    this.name = name;
    this.address = address;
    this.#root = root;
    this.#holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore', env: environment });
  }

  get #inside(): string {
    return `--net=/proc/${this.#holder.pid}/ns/net`;
  }

  get #link(): string {
    return `ha-${this.name}`;
  }

  /** Its disk and its network. */
  async prepare(): Promise<void> {
    const { pid = 0 } = this.#holder;
    const ours = namespaceOf(process.pid);
    while (namespaceOf(pid) === ours || namespaceOf(pid) === undefined) await delay(10);
    this.#namespace = namespaceOf(pid) ?? '';
    run('ip', 'link', 'add', this.#link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid));
    run('ip', 'link', 'set', this.#link, 'master', BRIDGE, 'up');
    for (const words of ['link set lo up', `addr add ${this.address}/24 dev eth0`, 'link set eth0 up'])
      run('nsenter', this.#inside, 'ip', ...words.split(' '));
    for (const folder of ['var/lib/etcd', 'var/lib/postgresql/15', 'run/postgresql'])
      fs.mkdirSync(path.join(this.#root, folder), { recursive: true });
    run('chown', '-R', 'postgres:postgres', this.#root);
    run('chmod', '600', path.join(this.#root, 'etc/jara-ha/server.key'));
  }

  /** As its services do when it boots. */
  start(): void {
    const settings = parseEnv(fs.readFileSync(path.join(this.#root, 'etc/default/etcd'), 'utf8'));
    this.#spawn('etcd', [], settings);
    this.#spawn('patroni', [path.join(this.#root, 'etc/patroni/config.yml')], {});
  }

  /** One that fails is started again, as by its unit: Patroni ends where etcd is not ready yet. */
  #spawn(program: string, args: readonly string[], env: NodeJS.Dict<string>): void {
    const log = fs.openSync(path.join(this.#root, `${program}.log`), 'a');
    const child = spawn('nsenter', this.#asPostgres(program, args), {
      env: { ...environment, ...env },
      cwd: this.#root,
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    child.on('error', () => undefined);
    child.on('exit', (code) => {
      if (code !== null && code !== 0) setTimeout(() => this.#spawn(program, args, env), RESTART_MS);
    });
  }

  #asPostgres(program: string, args: readonly string[]): string[] {
    const identity = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
    return [this.#inside, ...identity, program, ...args];
  }

  /** Runs SQL as an administrator on the machine does. */
  psql(file: string): void {
    const args = ['-h', path.join(this.#root, 'run/postgresql'), '-v', 'ON_ERROR_STOP=1', '-q', '-f'];
    run('nsenter', ...this.#asPostgres('psql', [...args, path.join(this.#root, file)]));
  }

  /** etcd answers whoever is on this machine. */
  #askEtcd(call: string, body: object): EtcdStatus {
    const script = `const [, url, body] = process.argv; process.stdout.write(await (await fetch(url, { method: 'POST', body })).text());`;
    const asked = ['--input-type=module', '-e', script, `http://127.0.0.1:2379/v3/maintenance/${call}`];
    const answer = run('nsenter', this.#inside, process.execPath, ...asked, JSON.stringify(body));
    return JSON.parse(answer) as EtcdStatus; // as etcd documents it
  }

  /** The numbers of its etcd and of the one that leads. */
  get etcd(): { own: string; leader: string } {
    const { header, leader = '' } = this.#askEtcd('status', {});
    return { own: header.member_id, leader };
  }

  /** Its etcd, which leads, lets another one lead. */
  handEtcdTo(other: Machine): void {
    this.#askEtcd('transfer-leadership', { targetID: other.etcd.own });
  }

  #processes(): number[] {
    return fs
      .readdirSync('/proc')
      .map(Number)
      .filter(
        (pid) => Number.isInteger(pid) && pid !== this.#holder.pid && namespaceOf(pid) === this.#namespace,
      );
  }

  /** Until it has reached each of them, also what one of them started meanwhile. */
  #signal(signal: NodeJS.Signals): void {
    const reached = new Set<number>();
    for (let pids = this.#processes(); pids.some((pid) => !reached.has(pid)); pids = this.#processes()) {
      for (const pid of pids) {
        reached.add(pid);
        try {
          process.kill(pid, signal);
        } catch {
          // It has ended meanwhile.
        }
      }
    }
  }

  /** As when it loses its power. */
  async kill(): Promise<void> {
    do {
      this.#signal('SIGKILL');
      await delay(20);
    } while (this.#processes().length > 0);
  }

  /** Nothing in it does anything any more, and nothing is closed. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /** As when its cable is pulled: nothing is closed, and nothing passes. */
  cutOff(): void {
    run('ip', 'link', 'set', this.#link, 'down');
  }

  mend(): void {
    run('ip', 'link', 'set', this.#link, 'up');
  }

  async remove(): Promise<void> {
    await this.kill();
    this.#holder.kill('SIGKILL');
  }
}
