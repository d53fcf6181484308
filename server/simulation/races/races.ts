/**
 * Every operation that moves money against every other one and itself, let go at one moment on both servers, with money for one of them:
 * what is done is done once, and the wallet holds what the answers add up to.
 */
import { Choice } from '../choose.ts';
import { createClient, type Operation } from '../client.ts';
import type { Contestant, Prepared, Stage } from './contestant.ts';
import { contestants } from './contestants.ts';
import { PROCESSING_MS, REVERSAL_MS } from './provider-contestants.ts';
import { shareJournal } from './shared-journal.ts';
import type { Counts } from '../counts.ts';
import type { Installation } from '../installation.ts';
import type { Cast, Person } from '../people.ts';

export interface Races {
  operations: readonly Operation[];
  /** Checks the wallets, once all has become final; a line for each race that went wrong. */
  violations(): Promise<string[]>;
}

interface RacesOptions {
  installation: Installation;
  cast: Cast;
  counts: Counts;
  rounds: number;
  seed: number;
}

interface Pair {
  one: Contestant;
  other: Contestant;
}

interface Race {
  name: string;
  person: Person;
  /** Null when a supplier refused what was sold: then the books of the others tell. */
  expectedKobo: bigint | null;
}

/** Most of the time of a race is its preparation. */
const AT_ONCE = 24;

export const pairs: readonly Pair[] = contestants.flatMap((one, index) =>
  contestants.slice(index).map((other) => ({ one, other })),
);

export async function raceAll(options: RacesOptions, say: (text: string) => void): Promise<Races> {
  const { installation, cast, counts, rounds, seed } = options;
  const urls = installation.servers.map(({ url }) => url);
  const client = createClient(urls, new Choice(seed + 20), counts);
  let number = 0;
  const raced: Race[] = [];
  const nextKey = () => `race-${seed}-${(number += 1)}`;
  const journal = shareJournal(() => installation.control('journal'));
  const stage: Stage = { installation, client, cast, nextKey, journal, counts };
  const wrong: string[] = [];
  const queue = Array.from({ length: rounds }, () => pairs).flat();
  const total = queue.length;
  const runner = async (): Promise<void> => {
    for (let pair = queue.shift(); pair !== undefined; pair = queue.shift()) {
      raced.push(await race(pair, stage, wrong));
      counts.add('races');
      if (raced.length % 1_000 === 0) say(`${raced.length} of ${total} races`);
    }
  };
  // What is taken back is found by whoever asks about it at the moment of the race.
  installation.hookProxy.setReversalsLost(true);
  await installation.control('timings', { processingMs: PROCESSING_MS, reversalMs: REVERSAL_MS });
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  installation.hookProxy.setReversalsLost(false);
  return {
    operations: client.operations,
    async violations() {
      return [...wrong, ...(await wrongWallets(installation, raced))];
    },
  };
}

/** The debits of a pair have money for one of them; where money comes in at the same moment, only that. */
async function race({ one, other }: Pair, stage: Stage, wrong: string[]): Promise<Race> {
  const name = `${one.name} and ${other.name}`;
  const preparationNaira = (one.preparationNaira ?? 0) + (other.preparationNaira ?? 0);
  const person = await stage.cast.people.make({ openingNaira: preparationNaira, isCouponVendor: true });
  const prepared = [await one.prepare(person, stage), await other.prepare(person, stage)];
  const isForMoney = prepared.every(({ succeeds }) => succeeds.endsWith('by money'));
  const fundsKobo = isForMoney ? prepared.reduce((most, { kobo }) => (-kobo > most ? -kobo : most), 0n) : 0n;
  if (fundsKobo > 0n) await fund(stage, person, fundsKobo);

  await Promise.all(prepared.map((each) => begin(each, stage)));
  const started = prepared.map((each) => each.tries.map((attempt) => attempt()));
  const results = await Promise.all(started.map((each) => Promise.all(each)));
  const done = results.map((each) => each.filter((result) => result === 'done').length);
  const isReturned = results.flat().includes('returned');
  const [first = 0, second = 0] = done;
  if (isForMoney && !isReturned && first + second !== 1)
    wrong.push(`${name}: money for one, done ${first} and ${second} times (${person.userName})`);
  for (const [index, { succeeds, tries }] of prepared.entries()) {
    // Of two withdrawals of the same earnings nobody can say which was which.
    const times = one === other && succeeds === 'once' ? (first + second) / 2 : (done[index] ?? 0);
    const wanted = {
      each: tries.length,
      once: 1,
      'by money': times,
      'once by money': Math.min(times, 1),
    }[succeeds];
    if (times !== wanted)
      wrong.push(`${name}: done ${times} times instead of ${wanted} (${person.userName})`);
  }
  const effectKobo = await effectOf(prepared, done);
  return { name, person, expectedKobo: isReturned ? null : fundsKobo + effectKobo };
}

/** What others have done before the race is true all the same, and counts once for the wallet: such a race has shown nothing of two at once. */
async function begin({ atLast, isOver }: Prepared, { counts }: Stage): Promise<void> {
  await atLast?.();
  if (isOver === undefined) return;
  counts.add('races that others may decide');
  if (await isOver()) counts.add('races that were over before they began');
}

async function effectOf(prepared: readonly Prepared[], done: readonly number[]): Promise<bigint> {
  let sum = 0n;
  for (const [index, { kobo, leftKobo = 0n, takenKobo }] of prepared.entries())
    sum += leftKobo + kobo * BigInt(done[index] ?? 0) - ((await takenKobo?.()) ?? 0n);
  return sum;
}

async function fund({ client, nextKey }: Stage, person: Person, kobo: bigint): Promise<void> {
  const sending = {
    call: 'testTopUp',
    person,
    input: { amount: Number(kobo) / 100 },
    key: nextKey(),
  } as const;
  const { word, body } = await client.send(sending);
  if (word !== 'yes') throw new Error(`a top-up was answered: ${JSON.stringify(body)}`);
}

async function wrongWallets({ owner }: Installation, raced: readonly Race[]): Promise<string[]> {
  const rows = await owner.rows<{ userId: bigint; balance: bigint }>(
    `select user_id as "userId", balance from accounts where kind = 'wallet' and user_id = any($1)`,
    [raced.map(({ person }) => person.userId)],
  );
  const balances = new Map(rows.map(({ userId, balance }) => [userId, balance]));
  return raced.flatMap(({ name, person, expectedKobo }) => {
    const balance = balances.get(person.userId);
    return expectedKobo === null || balance === expectedKobo
      ? []
      : [`${name}: the wallet of ${person.userName} holds ${balance} kobo, not ${expectedKobo}`];
  });
}
