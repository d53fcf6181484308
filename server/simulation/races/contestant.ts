/** What takes part in a race: an operation that is prepared, so that it can be let go at one moment with another one. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CallName } from '@jara/contract/paths.ts';
import type { JournalView } from '../../../sandbox/src/control/views.ts';
import type { AnswerBody, Client, Operation } from '../client.ts';
import type { Counts } from '../counts.ts';
import type { Installation } from '../installation.ts';
import { BANK, type Cast, type Person } from '../people.ts';

/** What one try came to: `returned` when it was done and undone. */
export type Result = 'done' | 'refused' | 'returned';

/** An operation that is ready: each of its tries is let go at the same moment. */
export interface Prepared {
  tries: readonly (() => Promise<Result>)[];
  /** What it does to the wallet when it is done. */
  kobo: bigint;
  /** How many of the tries are done: all of them, one, those that the wallet has money for, or one at most and only with money for it. */
  succeeds: 'each' | 'once' | 'by money' | 'once by money';
  /** What its preparation left in the wallet. */
  leftKobo?: bigint;
  /** Of what takes whatever the wallet holds, up to a sum: what it took, once it is done. */
  takenKobo?: () => Promise<bigint>;
  /** The last of its preparation, right before all tries are let go: what somebody else would come by and do meanwhile. */
  atLast?: () => Promise<void>;
  /** Of what others may do as well: whether it is done already. */
  isOver?: () => Promise<boolean>;
}

export interface Contestant {
  name: string;
  /** What the wallet has to hold before it is prepared, and then holds no more. */
  preparationNaira?: number;
  prepare(person: Person, stage: Stage): Promise<Prepared>;
}

export interface Stage {
  installation: Installation;
  client: Client;
  cast: Cast;
  nextKey(): string;
  /** What the providers have done by now; everybody who asks meanwhile gets the same one. */
  journal(): Promise<JournalView>;
  counts: Counts;
}

/** Of every debit; each of them costs so much or a little more, so that money for one is money for one. */
export const NAIRA = 1_000;

const resultOf = ({ word }: Operation): Result =>
  word === 'yes' || word === 'accepted' ? 'done' : word === 'returned' ? 'returned' : 'refused';

/** One call several times, each under a key of its own, or as several people. */
export function tries(
  { client, nextKey, counts }: Stage,
  callers: readonly Person[],
  call: CallName,
  input: Record<string, unknown>,
): (() => Promise<Result>)[] {
  counts.add(`raced ${call}`);
  return callers.map(
    (person) => async () => resultOf(await client.send({ call, person, input, key: nextKey() })),
  );
}

export const accountOf = () => ({ bankName: BANK, accountNumber: '0123455555' });

/** The first answer that is a yes. */
export async function untilYes(
  { client, nextKey }: Stage,
  person: Person,
  call: CallName,
  input: Record<string, unknown>,
): Promise<AnswerBody> {
  const { word, status, body } = await client.send({ call, person, input, key: nextKey() });
  if (word !== 'yes' && word !== 'accepted') throw new Error(`${call}: ${status} ${JSON.stringify(body)}`);
  return body;
}

const ROW_MS = 60_000;

/** `meanwhile` is done before each look. */
export async function untilRow<Row>(
  { installation }: Stage,
  sql: string,
  param: string,
  meanwhile?: () => Promise<void>,
): Promise<Row> {
  const untilMs = performance.now() + ROW_MS;
  for (;;) {
    await meanwhile?.();
    const row = await installation.owner.find<Row>(sql, [param]);
    if (row !== undefined) return row;
    if (performance.now() > untilMs) throw new Error(`it never came: ${sql}`);
    await delay(30);
  }
}
