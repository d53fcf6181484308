/** People who come and buy, however many others wait for an answer: a failure is as long as nobody is sold anything. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Choice } from '../choose.ts';
import type { Client, Sending } from '../client.ts';
import type { Buyer } from '../people.ts';
import { priced, type TimedSale } from './prices.ts';

/** Somebody comes so often, unless as many as this wait. */
const EVERY_MS = 100;
const MOST_WAIT = 32;
const TOP_UP_NAIRA = 200_000;

export class Buying {
  readonly #client: Client;
  readonly #buyers: readonly Buyer[];
  readonly #choice: Choice;
  readonly #prefix: string;
  #number = 0;
  #isOver = false;
  #running: Promise<void> = Promise.resolve();
  readonly #waiting = new Set<Promise<void>>();
  /** In the order of their answers. */
  readonly sales: TimedSale[] = [];

  constructor(client: Client, buyers: readonly Buyer[], choice: Choice, prefix: string) {
    this.#client = client;
    this.#buyers = buyers;
    this.#choice = choice;
    this.#prefix = prefix;
  }

  begin(): void {
    this.#isOver = false;
    this.#running = this.#run();
  }

  /** Nobody comes any more; whoever waits gets an answer first. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    await Promise.all(this.#waiting);
  }

  /** How many were delivered. */
  get delivered(): number {
    return this.sales.filter(isDelivered).length;
  }

  /** The longest time from one delivery to the next, in milliseconds, between these moments. */
  longestGapMs(fromMs: number, toMs: number): number {
    const moments = this.sales.filter(isDelivered).map(({ doneMs }) => doneMs);
    return longestGap(moments, fromMs, toMs);
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      if (this.#waiting.size < MOST_WAIT) {
        const buying = this.#buy().finally(() => this.#waiting.delete(buying));
        this.#waiting.add(buying);
      }
      await delay(EVERY_MS);
    }
  }

  async #buy(): Promise<void> {
    this.#number += 1;
    const person = this.#choice.of(this.#buyers);
    const key = `${this.#prefix}-${this.#number}`;
    const sentMs = performance.now();
    const operation = await this.#client.send({ person, key, ...this.#goods() });
    this.sales.push({ operation, sentMs, doneMs: performance.now() });
    if (operation.body.code === 'insufficient_balance')
      await this.#client.send({
        call: 'testTopUp',
        person,
        key: `${key}-top-up`,
        input: { amount: TOP_UP_NAIRA },
      });
  }

  #goods(): Pick<Sending, 'call' | 'input'> {
    const choice = this.#choice;
    const mobile_number = `080${choice.between(2, 9)}${String(this.#number % 1_000).padStart(3, '0')}5555`;
    if (choice.maybe(0.5)) return { call: 'buyData', input: { ...priced, mobile_number } };
    const network = choice.of([1, 2, 3, 4]);
    return { call: 'buyAirtime', input: { network, mobile_number, amount: choice.between(100, 400) } };
  }
}

const isDelivered = ({ operation }: TimedSale): boolean => operation.word === 'yes';

/** The longest time without one of these moments, which are in order, between two others. */
export function longestGap(moments: readonly number[], from: number, to: number): number {
  const bounded = [from, ...moments.filter((moment) => moment >= from && moment <= to), to];
  return Math.max(...bounded.slice(1).map((moment, index) => moment - (bounded[index] ?? moment)));
}
