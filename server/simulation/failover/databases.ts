/** The three machines of PostgreSQL together, as Patroni sees them. */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fill } from '../../../deploy/ha/fill.mjs';
import { layNetwork, Machine, network } from './machine.ts';

/** What `GET /cluster` of Patroni says of each. */
interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | string;
}

const PATIENCE_MS = 180_000;
const REST_PORT = 8008;
const ANSWER_MS = 2_000;
const ORDER_MS = 60_000;
const SYNCHRONOUS = 'sync_standby';
/** Bytes that a standby may be behind and counts as one that follows. */
const MOST_BEHIND = 65_536;
const places = [
  { name: 'one', address: '10.77.0.1' },
  { name: 'two', address: '10.77.0.2' },
  { name: 'three', address: '10.77.0.3' },
] as const;

async function until<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadlineMs) throw new Error(`waited too long for ${what}`);
    await delay(200);
  }
}

interface Answer {
  status: number;
  text: string;
}

/** Undefined where none comes. */
async function ask(machine: Machine, call: string, init: RequestInit = {}): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`http://${machine.address}:${REST_PORT}/${call}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      ...init,
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}

async function isPrimary(machine: Machine): Promise<boolean> {
  const answer = await ask(machine, 'primary');
  return answer?.status === 200;
}

async function membersFrom(machine: Machine): Promise<Member[]> {
  const answer = await ask(machine, 'cluster');
  if (answer?.status !== 200) return [];
  const { members } = JSON.parse(answer.text) as { members: Member[] }; // as Patroni documents it
  return members;
}

const isWhole = (members: readonly Member[]): boolean =>
  members.length === places.length &&
  ['leader', 'replica', SYNCHRONOUS].every((role) => members.some((member) => member.role === role)) &&
  members.every(({ state }) => state === 'running' || state === 'streaming') &&
  new Set(members.map(({ timeline }) => timeline)).size === 1 &&
  members.every(({ lag = 0 }) => Number(lag) <= MOST_BEHIND);

export class Databases {
  readonly machines: readonly Machine[];
  readonly ownerPassword: string;
  readonly #authorization: string;

  private constructor(machines: readonly Machine[], passwords: { rest: string; owner: string }) {
    this.machines = machines;
    this.ownerPassword = passwords.owner;
    this.#authorization = `Basic ${Buffer.from(`patroni:${passwords.rest}`).toString('base64')}`;
  }

  /** In `folder`, which everybody may enter. They are whole then, and have an empty database of the product. */
  static async start(folder: string): Promise<Databases> {
    layNetwork();
    const rootOf = (name: string): string => path.join(folder, name);
    const passwords = fill({ folder, network, machines: places, rootOf, watchdog: 'off' });
    const machines = places.map((place) => new Machine({ ...place, root: rootOf(place.name) }));
    const databases = new Databases(machines, passwords);
    for (const machine of machines) await machine.prepare();
    for (const machine of machines) machine.start();
    await databases.untilWhole();
    (await databases.leader()).psql('etc/jara-ha/database.sql');
    return databases;
  }

  /** The one that serves as primary now. Waits for one. */
  leader(): Promise<Machine> {
    return leaderAmong(this.machines);
  }

  /** Another machine is the primary than this one. */
  untilLedByAnother(than: Machine): Promise<Machine> {
    return leaderAmong(this.machines.filter((machine) => machine !== than));
  }

  synchronousStandby(): Promise<Machine> {
    return until('a synchronous standby', async () => {
      const members = await membersFrom(await this.leader());
      const found = members.find(({ role }) => role === SYNCHRONOUS);
      return this.machines.find((machine) => machine.name === found?.name);
    });
  }

  /** One leads, and both others follow it, one of them synchronously. */
  async untilWhole(): Promise<void> {
    let times = 0;
    await until('three machines that follow one', async () => {
      const members = await membersFrom(await this.leader());
      times = isWhole(members) ? times + 1 : 0;
      await delay(500);
      return times >= 3 ? true : undefined;
    });
  }

  /** Makes the etcd of this machine the one that leads, so that its loss costs as much as it can. */
  async leadEtcdBy(machine: Machine): Promise<void> {
    await until('etcd', async () => {
      const { own, leader } = machine.etcd;
      if (own === leader) return true;
      this.machines.find((other) => other.etcd.own === leader)?.handEtcdTo(machine);
      return undefined;
    });
  }

  /** Makes this machine the primary, with nothing lost: both others follow synchronously until it is. */
  async leadBy(machine: Machine): Promise<void> {
    const from = await this.leader();
    if (from === machine) return;
    await this.#order(from, 'PATCH', 'config', { synchronous_node_count: 2 });
    await until(`${machine.name} as a synchronous standby`, async () => {
      const members = await membersFrom(machine);
      const isSynchronous = members.some(({ name, role }) => name === machine.name && role === SYNCHRONOUS);
      return isSynchronous ? true : undefined;
    });
    await this.#order(from, 'POST', 'switchover', { leader: from.name, candidate: machine.name });
    await until(machine.name, async () => ((await isPrimary(machine)) ? true : undefined));
    await this.#order(machine, 'PATCH', 'config', { synchronous_node_count: null });
  }

  async #order(machine: Machine, method: string, call: string, body: object): Promise<void> {
    const answer = await ask(machine, call, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ORDER_MS),
    });
    if (answer?.status !== 200)
      throw new Error(`Patroni refused ${call} on ${machine.name}: ${answer?.text ?? 'no answer'}`);
  }

  async stop(): Promise<void> {
    for (const machine of this.machines) await machine.remove();
  }
}

const leaderAmong = (machines: readonly Machine[]): Promise<Machine> =>
  until('a primary', async () => {
    const leading = await Promise.all(machines.map((machine) => isPrimary(machine)));
    return machines.find((_machine, index) => leading[index]);
  });
