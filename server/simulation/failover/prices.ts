/**
 * A price that changes all the while, and what each sale of that plan may have cost: a price that was in force at some moment between the
 * first time that the purchase was asked for and its answer. No price comes twice, so an old one is found.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CustomerPlan } from '@jara/contract/calls/catalogue.ts';
import type { AnswerBody, Client, Operation } from '../client.ts';
import { madeBy, type MadeByKey } from '../made.ts';
import type { Person } from '../people.ts';

export interface TimedSale {
  operation: Operation;
  /** When it was asked for first, and when it was answered last. */
  sentMs: number;
  doneMs: number;
}

export const priced = { network: 1, plan: 1 } as const;
const BETWEEN_MS = 700;

export interface Price {
  kobo: number;
  /** The first moment at which it may be in force, and the first at which it certainly is. */
  sentMs: number;
  doneMs: number;
}

export class Prices {
  readonly #client: Client;
  readonly #admin: Person;
  readonly #prices: Price[];
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(client: Client, admin: Person, first: Price) {
    this.#client = client;
    this.#admin = admin;
    this.#prices = [first];
  }

  /** `buyer` is one of those who buy. */
  static async open(client: Client, admin: Person, buyer: Person): Promise<Prices> {
    const input = { network: priced.network };
    const { body } = await client.send({ call: 'listPlans', person: buyer, input });
    const { plans = [] } = body as AnswerBody & { plans?: CustomerPlan[] }; // of this call
    const plan = plans.find(({ planId }) => planId === priced.plan);
    if (plan === undefined) throw new Error('the plan whose price changes is not sold');
    const first = { kobo: Math.round(plan.planAmount * 100), sentMs: -Infinity, doneMs: -Infinity };
    return new Prices(client, admin, first);
  }

  /** How often it was changed so far. */
  get changes(): number {
    return this.#prices.length - 1;
  }

  begin(): void {
    this.#isOver = false;
    this.#running = this.#run();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#raise();
      await delay(BETWEEN_MS);
    }
  }

  /** By one naira. Sent again until it is done: the same price once more changes nothing. */
  async #raise(): Promise<void> {
    const kobo = (this.#prices.at(-1)?.kobo ?? 0) + 100;
    const price: Price = { kobo, sentMs: performance.now(), doneMs: Infinity };
    this.#prices.push(price);
    const input = { _id: priced.plan, smartEarnerPrice: kobo / 100, confirm: true };
    for (;;) {
      const { word, body } = await this.#client.send({ call: 'updatePlan', person: this.#admin, input });
      if (word === 'yes') break;
      if (word === 'no' || word === 'accepted') throw new Error(`no price was set: ${JSON.stringify(body)}`);
    }
    price.doneMs = performance.now();
  }

  /** A line for each sale at a price that was no longer, or not yet, in force. */
  staleAmong(sales: readonly TimedSale[], made: MadeByKey): string[] {
    return sales.flatMap(({ operation, ...times }) => {
      const kobo = madeBy(made, operation)?.amountKobo;
      if (operation.call !== 'buyData' || kobo === undefined || kobo === null) return [];
      return wasInForce(this.#prices, Number(kobo), times)
        ? []
        : [`${operation.key} cost ${kobo} kobo, which was not the price then`];
    });
  }
}

/** `prices` are in the order in which they were set. */
export const wasInForce = (
  prices: readonly Price[],
  kobo: number,
  { sentMs, doneMs }: Omit<TimedSale, 'operation'>,
): boolean =>
  prices.some(
    (price, index) =>
      price.kobo === kobo && price.sentMs <= doneMs && (prices[index + 1]?.doneMs ?? Infinity) >= sentMs,
  );
