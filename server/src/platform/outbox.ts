/**
 * Sends what was written into a table to be sent, each receiver at its own pace: claim, try, pause, give up. A message is claimed before
 * its try and recorded after it, with no transaction open meanwhile, so that any number of processes may do this; whoever claims a message
 * and dies loses it to the next when the claim runs out.
 */
import { DAY_SECONDS } from '@jara/contract/time-units.ts';
import type { Pool } from './db.ts';
import type { Log } from './log.ts';
import {
  isResting,
  noteOverdue,
  noteQuick,
  ReceiverPaces,
  type Pace,
  type Places,
} from './receiver-paces.ts';
import { secondsToNextTry, type Schedule } from './retry-schedule.ts';

/**
 * A table with `id`, `tries` (one more with each claim) and `next_try_at` (null once nothing is to be sent), and with an index on the
 * receiver and `next_try_at` of the rows that have one.
 */
export interface OutboxTable {
  name: string;
  /** Who a row is for: an expression on its columns, and its type. */
  receiver: { sql: string; type: string };
  /** Longer than a try may take. */
  claimSeconds: number;
  /** What a claim writes besides. */
  claimAlso?: string;
  /** The select that reads a message from `c`, the row that was claimed. */
  read: string;
  schedule: Schedule;
}

/** What an outbox needs to know of what it sends. */
export interface OutboxOptions<Message> {
  pool: Pool;
  log: Log;
  table: OutboxTable;
  places: Places;
  /** Messages that one receiver gets at once, while it is quick. */
  mostOf(receiver: string): number;
  /** Whose answer takes longer is slow; without it nobody is. */
  slowAfterMs?: number;
  /**
   * One try, in less time than a claim lasts: sends the message and records what became of it. `rest` is for a receiver that takes nothing
   * at all: none of its messages is tried before so many milliseconds are over.
   */
  send(message: Message, rest: (ms: number) => void): Promise<void>;
}

const MOST_RECEIVERS = 500;
/** After so many a receiver lets others go first, if any wait for a place. */
const MOST_IN_A_ROW = 25;

export class Outbox<Message extends { id: bigint; tries: number }> {
  readonly #sending: OutboxOptions<Message>;
  readonly #paces: ReceiverPaces;
  /** Receivers with something due that wait for a place. */
  #queue: Pace[] = [];
  readonly #working = new Set<Promise<void>>();
  #isStopped = false;

  constructor(sending: OutboxOptions<Message>) {
    this.#sending = sending;
    this.#paces = new ReceiverPaces(sending.places);
  }

  /** Begins to send what is due, and waits for no answer. Gives false when nothing was due that is not being worked on. */
  async sendDue(): Promise<boolean> {
    if (this.#isStopped) return false;
    const { pool, table } = this.#sending;
    this.#paces.forgetOld();
    const known = [...this.#paces.busy(), ...this.#queue.map(({ receiver }) => receiver)];
    const found = await findReceivers(pool, table, known);
    for (const receiver of found) this.#queue.push(this.#paces.of(receiver));
    this.#fillPlaces();
    return found.length > 0;
  }

  /** Until nothing is being sent any more. */
  async idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working);
  }

  /** Claims nothing more and waits for what is being sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#queue = [];
    await this.idle();
  }

  #fillPlaces(): void {
    const queue = this.#isStopped ? [] : this.#queue;
    this.#queue = [];
    for (const pace of queue) {
      if (this.#paces.hasPlaceFor(pace)) this.#begin(pace);
      else if (pace.active === 0) this.#queue.push(pace);
    }
  }

  #begin(pace: Pace): void {
    pace.active += 1;
    const work = this.#work(pace).finally(() => {
      this.#working.delete(work);
      this.#fillPlaces();
    });
    this.#working.add(work);
  }

  async #work(pace: Pace): Promise<void> {
    const { log, table } = this.#sending;
    try {
      if (await this.#sendInARow(pace)) this.#queue.push(pace);
    } catch (error) {
      log.error({ err: error, outbox: table.name }, 'an outbox could not be read; it is read again');
    } finally {
      pace.active -= 1;
      pace.usedAtMs = Date.now();
    }
  }

  /** One message of this receiver after the other. Gives true when it stopped before the messages did. */
  async #sendInARow(pace: Pace): Promise<boolean> {
    const { pool, table } = this.#sending;
    for (let sent = 0; !this.#isStopped && !isResting(pace); sent += 1) {
      if (sent >= MOST_IN_A_ROW && this.#queue.length > 0) return true;
      const message = await claimNext<Message>(pool, table, pace.receiver);
      if (message === undefined) return false;
      // There was more than one: maybe there is work for another at its side.
      if (sent > 0 && this.#paces.hasPlaceFor(pace)) this.#begin(pace);
      await this.#tryOnce(pace, message);
      if (pace.isSlow && pace.active > 1) return false;
    }
    return false;
  }

  async #tryOnce(pace: Pace, message: Message): Promise<void> {
    const { slowAfterMs, mostOf, send } = this.#sending;
    let isOverdue = false;
    const becomeOverdue = (): void => {
      isOverdue = true;
      noteOverdue(pace);
      this.#fillPlaces();
    };
    const timer = slowAfterMs === undefined ? undefined : setTimeout(becomeOverdue, slowAfterMs);
    try {
      await send(message, (ms) => {
        pace.restsUntilMs = Date.now() + ms;
      });
    } catch (error) {
      await this.#keepForLater(message, error);
    } finally {
      clearTimeout(timer);
    }
    if (!isOverdue) noteQuick(pace, mostOf(pace.receiver));
  }

  /** A fault of ours is no word of the receiver's: the message stays, however often it happens, and is tried at least daily. */
  async #keepForLater({ id, tries }: Message, error: unknown): Promise<void> {
    const { pool, log, table } = this.#sending;
    log.error(
      { err: error, outbox: table.name, message: String(id) },
      'a message could not be sent; it is tried again',
    );
    const seconds = secondsToNextTry(table.schedule, { tries, ageSeconds: 0 }) ?? DAY_SECONDS;
    await pool.run(
      `update ${table.name} set next_try_at = now() + make_interval(secs => $3) where id = $1 and tries = $2`,
      [id, tries, seconds],
    );
  }
}

/** Hops from one receiver to the next over the index, so that a thousand messages for one of them cost as much as a single one. */
const findReceivers = async (
  pool: Pool,
  { name, receiver: { sql: receiver, type } }: OutboxTable,
  busy: readonly string[],
): Promise<string[]> => {
  const rows = await pool.rows<{ receiver: string }>(
    `with recursive hops as (
       (select ${receiver} as receiver from ${name} where next_try_at is not null order by 1 limit 1)
       union all
       select (select ${receiver} from ${name} where next_try_at is not null and ${receiver} > hops.receiver order by 1 limit 1)
       from hops where hops.receiver is not null)
     select hops.receiver::text as receiver from hops
     cross join lateral (
       select next_try_at from ${name} where ${receiver} = hops.receiver and next_try_at <= now() order by next_try_at limit 1) first
     where hops.receiver <> all ($1::${type}[]) order by first.next_try_at limit $2`,
    [busy, MOST_RECEIVERS],
  );
  return rows.map((row) => row.receiver);
};

/** The oldest message that is due for this receiver and that nobody else is claiming. */
const claimNext = <Message>(pool: Pool, table: OutboxTable, receiver: string): Promise<Message | undefined> =>
  pool.find<Message>(
    claim(
      table,
      `select id from ${table.name} where ${table.receiver.sql} = $1::${table.receiver.type} and next_try_at <= now()
       order by next_try_at limit 1 for update skip locked`,
    ),
    [receiver, table.claimSeconds],
  );

/** This message, whatever its schedule says. */
export const claimNow = <Message>(pool: Pool, table: OutboxTable, id: bigint): Promise<Message | undefined> =>
  pool.find<Message>(claim(table, `select id from ${table.name} where id = $1`), [id, table.claimSeconds]);

const claim = ({ name, claimAlso, read }: OutboxTable, which: string): string =>
  `with due as (${which}),
   c as (
     update ${name} m set next_try_at = now() + make_interval(secs => $2), tries = m.tries + 1${claimAlso === undefined ? '' : `, ${claimAlso}`}
     from due where m.id = due.id returning m.*)
   ${read}`;
