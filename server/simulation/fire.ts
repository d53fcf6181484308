/**
 * The product under fire: load by every call that moves money, faults by a seed, then a quiet phase, then the oracles. What a run finds
 * is in its report; `violations` is empty when everything held.
 */
import { Choice } from './choose.ts';
import { createClient, type Client } from './client.ts';
import { Counts } from './counts.ts';
import { Faults } from './faults.ts';
import { startInstallation, type Installation } from './installation.ts';
import { Load } from './load.ts';
import { examine } from './oracles.ts';
import { gather } from './people.ts';
import { untilSettled } from './quiet-phase.ts';
import { raceAll } from './races/races.ts';
import type { Report } from './report.ts';

export interface Plan {
  seed: number;
  /** How long there are faults; 0 for none. */
  faultSeconds: number;
  /** How often each pair of operations is raced after that. */
  raceRounds: number;
  buyers: number;
  atOnce: number;
  /** The mean time between two faults. */
  faultEveryMs: number;
  longestFreezeMs: number;
  /** More than `longestFreezeMs` and a supplier's time-out together. */
  quietSeconds: number;
}

const PROGRESS_MS = 30_000;

/** `say` hears how it goes. */
export async function runFire(plan: Plan, say: (text: string) => void): Promise<Report> {
  const counts = new Counts();
  const startedMs = performance.now();
  const installation = await startInstallation({ seed: plan.seed, counts, quietSeconds: plan.quietSeconds });
  let isClean = false;
  try {
    const urls = installation.servers.map(({ url }) => url);
    const client = createClient(urls, new Choice(plan.seed + 10), counts);
    const cast = await gather(installation.owner, plan.buyers, async (person, call, input) => {
      const { word, body } = await client.send({ call, person, input });
      if (word !== 'yes') throw new Error(`${call} was answered: ${JSON.stringify(body)}`);
      return body;
    });
    const load = new Load({
      installation,
      client,
      cast,
      choice: new Choice(plan.seed + 11),
      counts,
      seed: plan.seed,
      sought: () => installation.servers.flatMap(({ sought }) => sought ?? []),
    });
    say(`ready after ${seconds(startedMs)} s`);
    if (plan.faultSeconds > 0) await burn(plan, { installation, client, load, counts, say });
    await heal(installation);
    await load.actRarely();
    const races = await raceAll(
      { installation, cast, counts, rounds: plan.raceRounds, seed: plan.seed },
      say,
    );
    const settled = await untilSettled(installation, () => load.staff.decideAll());
    say(`settled ${settled.seconds} s after the last request`);
    const findings = await examine({ installation, client, cast, load, settled, races, counts });
    isClean = findings.violations.length === 0;
    if (!isClean) say(`what the processes printed is in ${installation.folder}`);
    return { seed: plan.seed, seconds: plan.faultSeconds, counts, ...findings };
  } finally {
    await installation.stop(!isClean);
  }
}

interface Burning {
  installation: Installation;
  client: Client;
  load: Load;
  counts: Counts;
  say: (text: string) => void;
}

async function burn(plan: Plan, { installation, load, counts, say }: Burning): Promise<void> {
  const { faultSeconds, faultEveryMs: everyMs, longestFreezeMs, atOnce, seed } = plan;
  const untilMs = performance.now() + faultSeconds * 1_000;
  const faults = new Faults({
    installation,
    choice: new Choice(seed + 12),
    counts,
    everyMs,
    longestFreezeMs,
  });
  installation.hookProxy.setHarmful(true);
  for (const server of installation.servers) server.setHarmful(true);
  const progress = setInterval(() => say(progressOf(counts)), PROGRESS_MS);
  const worker = async (): Promise<void> => {
    while (performance.now() < untilMs) await load.act();
  };
  const burning = faults.run();
  const working = Promise.all(Array.from({ length: atOnce }, worker));
  const over = setTimeout(() => faults.stop(), faultSeconds * 1_000);
  try {
    await Promise.all([burning, working]);
  } finally {
    clearTimeout(over);
    clearInterval(progress);
  }
  say(progressOf(counts));
}

const seconds = (sinceMs: number): number => Math.round((performance.now() - sinceMs) / 1_000);

const crashes = (counts: Counts): number =>
  Object.values(counts.under('crash point ')).reduce((sum, count) => sum + count, 0);

const progressOf = (counts: Counts): string =>
  [
    `${counts.of('purchases asked for')} purchases`,
    `${counts.of('kills of a server') + crashes(counts)} kills of a server, ${crashes(counts)} of them at crash points`,
    `${counts.of('kills of the database')} of the database, ${counts.of('kills of a database connection')} of a connection`,
    `answers ${JSON.stringify(counts.under('answers '))}`,
  ].join('; ');

/** Everything is as in production again, and both servers start anew, without a crash point. */
async function heal(installation: Installation): Promise<void> {
  const { servers, databaseProxies, hookProxy, control } = installation;
  hookProxy.setHarmful(false);
  for (const proxy of databaseProxies) {
    proxy.cutNext(0, 'answer');
    proxy.setDiskFull(false);
  }
  for (const name of ['glad', 'alaro', 'vtpass', 'squad', 'reserved-accounts'])
    await control(`faces/${name}`, { down: false });
  for (const server of servers) server.setHarmful(false);
  await Promise.all(servers.map((server) => server.restart()));
}
