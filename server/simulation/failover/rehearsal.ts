/**
 * Builds three machines of PostgreSQL and two product processes in front of them, and breaks them by each failure in turn while people buy and
 * a price changes. After each, when all has become final, the books are held against the suppliers' journal and against every answer.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { openPool, type Pool } from '../../src/platform/db.ts';
import { falseAnswers } from '../answer-oracle.ts';
import { Choice } from '../choose.ts';
import { createClient, type Client } from '../client.ts';
import { Counts } from '../counts.ts';
import { compareJournal } from '../journal-oracle.ts';
import { readMade } from '../made.ts';
import { brokenRules } from '../oracles.ts';
import { gather } from '../people.ts';
import { untilSettled } from '../quiet-phase.ts';
import { Buying } from './buying.ts';
import { Databases } from './databases.ts';
import type { Failure, Stage } from './failures.ts';
import { Prices } from './prices.ts';
import { openShop } from './shop.ts';

export interface Plan {
  failures: readonly Failure[];
  seed: number;
}

export interface Played {
  name: string;
  what: string;
  gapMs: number;
  delivered: number;
  /** Tries that were not the last of their request. */
  sentAgain: number;
  pricesChanged: number;
  doubled: string[];
  stale: string[];
  /** Answered and not in the books, or in the books or the journal alone. */
  lost: string[];
  /** Rules of the books and of the chain that are broken. */
  books: string[];
  leader: string;
  settledSeconds: number;
}

type Say = (text: string) => void;
/** Gets all that was played so far. */
type Note = (played: readonly Played[]) => void;

const BUYERS = 12;
/** People buy for so long before anything is broken. */
const BEFORE_MS = 4_000;
const silent = pino({ level: 'silent' });

interface Rehearsed extends Stage {
  client: Client;
  buying: Buying;
  prices: Prices;
  counts: Counts;
}

export async function rehearse(plan: Plan, say: Say, note: Note): Promise<Played[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jara-ha-'));
  chmodSync(folder, 0o755);
  say(`what the programs print is in ${folder}`);
  const counts = new Counts();
  const databases = await Databases.start(folder);
  say('three machines follow one');
  const shop = await openShop({ folder, ownerPassword: databases.ownerPassword, counts, seed: plan.seed });
  say('two processes sell');
  let isClean = false;
  try {
    const played: Played[] = [];
    const people = await letPeopleCome({ databases, shop, counts }, plan.seed);
    for (const failure of plan.failures) {
      say(failure.name);
      const result = await playOne(people, failure);
      played.push(result);
      say(inWords(result));
      note(played);
    }
    isClean = played.every((one) => problemsOf(one).length === 0);
    return played;
  } finally {
    await shop.stop();
    await databases.stop();
    if (isClean) rmSync(folder, { recursive: true });
  }
}

async function letPeopleCome(stage: Stage & { counts: Counts }, seed: number): Promise<Rehearsed> {
  const { shop, counts } = stage;
  const client = createClient(shop.urls, new Choice(seed), counts);
  const { buyers, admins } = await withOwner(shop.ownerUrl, (owner) =>
    gather(owner, BUYERS, async (person, call, input) => {
      const { word, body } = await client.send({ call, person, input });
      if (word !== 'yes') throw new Error(`${call} was answered: ${JSON.stringify(body)}`);
      return body;
    }),
  );
  const [buyer] = buyers;
  if (buyer === undefined) throw new Error('nobody buys');
  const prices = await Prices.open(client, admins[0], buyer);
  const buying = new Buying(client, buyers, new Choice(seed + 1), `ha-${seed}`);
  return { ...stage, client, buying, prices };
}

export const problemsOf = ({ lost, doubled, stale, books }: Played): string[] => [
  ...lost,
  ...doubled,
  ...stale,
  ...books,
];

const inWords = (played: Played): string =>
  `${played.name}: ${(played.gapMs / 1_000).toFixed(1)} s without a sale, ${played.delivered} delivered, ${problemsOf(played).length} problems, ` +
  `settled after ${played.settledSeconds} s, led by ${played.leader}`;

async function withOwner<Result>(url: string, work: (owner: Pool) => Promise<Result>): Promise<Result> {
  const owner = openPool({ url, size: 4, role: null, log: silent });
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

async function playOne(rehearsed: Rehearsed, { name, what, play }: Failure): Promise<Played> {
  const { databases, buying, prices, client, counts } = rehearsed;
  const before = {
    operations: client.operations.length,
    sales: buying.sales.length,
    delivered: buying.delivered,
    changes: prices.changes,
    answers: answersOf(counts),
  };
  const fromMs = performance.now();
  buying.begin();
  prices.begin();
  await delay(BEFORE_MS);
  await play(rehearsed);
  await databases.untilWhole();
  const toMs = performance.now();
  await Promise.all([buying.end(), prices.end()]);
  const operations = client.operations.slice(before.operations);
  const found = await withOwner(rehearsed.shop.ownerUrl, async (owner) => {
    const settled = await untilSettled({ owner, control: rehearsed.shop.control }, async () => undefined);
    const made = await readMade(owner, operations);
    const { differences } = await compareJournal(owner, settled.journal);
    const untrue = await falseAnswers(owner, operations, made);
    const unknown = operations
      .filter(({ word }) => word === 'bug')
      .map(({ call, status }) => `${call}: ${status}`);
    return {
      settledSeconds: settled.seconds,
      doubled: differences.filter((text) => /twice/.test(text)),
      lost: [...differences.filter((text) => !/twice/.test(text)), ...settled.open, ...untrue, ...unknown],
      stale: prices.staleAmong(buying.sales.slice(before.sales), made),
      books: await brokenRules(owner),
    };
  });
  return {
    name,
    what,
    ...found,
    gapMs: buying.longestGapMs(fromMs, toMs),
    delivered: buying.delivered - before.delivered,
    sentAgain: answersOf(counts) - before.answers - operations.length,
    pricesChanged: prices.changes - before.changes,
    leader: (await databases.leader()).name,
  };
}

const answersOf = (counts: Counts): number =>
  Object.values(counts.under('answers ')).reduce((sum, count) => sum + count, 0);
