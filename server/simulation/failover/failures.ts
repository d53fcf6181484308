/** What is done to the installation, one after the other, while people buy. Each ends with everything whole again. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Databases } from './databases.ts';
import type { Machine } from './machine.ts';
import type { Shop } from './shop.ts';

export interface Stage {
  databases: Databases;
  shop: Shop;
}

export interface Failure {
  name: string;
  /** For the report. */
  what: string;
  play(stage: Stage): Promise<void>;
}

/** How long the others go on without a machine before it comes back. */
const AWAY_MS = 6_000;
/** Without a machine that does not lead: longer than anybody waits for it. */
const STANDBY_AWAY_MS = 12_000;
const CALM_MS = 8_000;

/** Takes away the machine that leads, and leads etcd as well, until another one has led for a while. */
async function withoutLeader(
  { databases }: Stage,
  takeAway: (leader: Machine) => unknown,
  bringBack: (leader: Machine) => void,
): Promise<void> {
  const leader = await databases.leader();
  await databases.leadEtcdBy(leader);
  await takeAway(leader);
  await databases.untilLedByAnother(leader);
  await delay(AWAY_MS);
  bringBack(leader);
}

async function withoutStandby(
  { databases }: Stage,
  takeAway: (standby: Machine) => unknown,
  bringBack: (standby: Machine) => void,
): Promise<void> {
  const standby = await databases.synchronousStandby();
  await takeAway(standby);
  await delay(STANDBY_AWAY_MS);
  bringBack(standby);
}

const kill = (machine: Machine): Promise<void> => machine.kill();
const start = (machine: Machine): void => machine.start();
const freeze = (machine: Machine): void => machine.freeze();
const thaw = (machine: Machine): void => machine.thaw();

export const failures: readonly Failure[] = [
  {
    name: 'nothing',
    what: 'nothing fails',
    play: () => delay(CALM_MS),
  },
  {
    name: 'leader-killed',
    what: 'the machine that leads loses its power (SIGKILL of PostgreSQL, Patroni and etcd), and boots again',
    play: (stage) => withoutLeader(stage, kill, start),
  },
  {
    name: 'leader-frozen',
    what: 'the machine that leads stands still without a word (SIGSTOP of all that runs there), and wakes up again',
    play: (stage) => withoutLeader(stage, freeze, thaw),
  },
  {
    name: 'leader-cut-off',
    what: 'the network of the machine that leads is cut; nothing is closed; the cable is plugged in again',
    play: (stage) =>
      withoutLeader(
        stage,
        (leader) => leader.cutOff(),
        (leader) => leader.mend(),
      ),
  },
  {
    name: 'standby-killed',
    what: 'the machine of the synchronous standby loses its power, and boots again',
    play: (stage) => withoutStandby(stage, kill, start),
  },
  {
    name: 'standby-frozen',
    what: 'the machine of the synchronous standby stands still without a word, and wakes up again',
    play: (stage) => withoutStandby(stage, freeze, thaw),
  },
  {
    name: 'haproxy-restarted',
    what: 'HAProxy is restarted',
    async play({ shop }) {
      await shop.haproxy.restart();
      await delay(CALM_MS);
    },
  },
  {
    name: 'pgbouncer-restarted',
    what: 'PgBouncer is restarted',
    async play({ shop }) {
      await shop.pgbouncer.restart();
      await delay(CALM_MS);
    },
  },
  {
    name: 'new-version',
    what: '`npm run migrate`, then one product process after the other gives way (SIGTERM) to one of a new build of the same sources',
    play: ({ shop }) => shop.deploy(),
  },
  {
    name: 'failed-back',
    what: 'the first machine is made the leader again, by a switchover',
    async play({ databases }) {
      const [first, second] = databases.machines;
      if (first === undefined || second === undefined) throw new Error('there are no machines');
      if ((await databases.leader()) === first) await databases.leadBy(second);
      await databases.untilWhole();
      await databases.leadBy(first);
      await delay(CALM_MS);
    },
  },
];
