/** Prices that change while people buy: what somebody saw is sent along, and is what they pay or nothing. */
import type { CustomerPlan } from '@jara/contract/calls/catalogue.ts';
import type { Choice } from './choose.ts';
import type { AnswerBody, Operation, Sending } from './client.ts';
import type { Counts } from './counts.ts';
import type { Cast } from './people.ts';

/** The plans that are bought, by network: their prices change. The one that is raced for is not among them (`contestants`). */
export const plansOf = { 1: [1, 2, 5, 6], 2: [15, 16, 17], 3: [22, 23, 24], 6: [29, 30, 31] } as const;
const bought: ReadonlySet<number> = new Set(Object.values(plansOf).flat());

interface CatalogueParts {
  cast: Cast;
  choice: Choice;
  counts: Counts;
  send(sending: Sending): Promise<Operation>;
}

export class CatalogueWork {
  readonly #parts: CatalogueParts;
  /** Naira that a plan costs the buyers, as one of them was shown last. */
  readonly #seen = new Map<number, number>();

  constructor(parts: CatalogueParts) {
    this.#parts = parts;
  }

  /** Gives `expectedAmount` of a purchase, as long ago as it was shown; nothing while nobody can be asked. */
  async seenPrice(network: number, plan: number): Promise<{ expectedAmount?: number }> {
    if (!this.#seen.has(plan)) await this.#look(network);
    const expectedAmount = this.#seen.get(plan);
    return expectedAmount === undefined ? {} : { expectedAmount };
  }

  /** The price was another one by then: it is looked up again. */
  forget(plan: number): void {
    this.#seen.delete(plan);
  }

  /** A few naira up or down. */
  async change(): Promise<void> {
    const { choice, cast, counts, send } = this.#parts;
    if (this.#seen.size === 0) await this.#look(1);
    const [plan, price] = choice.of([...this.#seen]);
    const smartEarnerPrice = Math.max(1, price + choice.of([-2, -1, 1, 2]));
    const input = { _id: plan, smartEarnerPrice, confirm: true };
    const { word } = await send({ call: 'updatePlan', person: choice.of(cast.admins), input, key: null });
    if (word === 'yes') counts.add('prices changed');
  }

  async #look(network: number): Promise<void> {
    const { choice, cast, send } = this.#parts;
    const person = choice.of(cast.buyers);
    const { body } = await send({
      call: 'listPlans',
      person,
      input: { network },
      key: null,
      isImpatient: true,
    });
    const { plans = [] } = body as AnswerBody & { plans?: CustomerPlan[] }; // of this call
    for (const { planId, planAmount } of plans) if (bought.has(planId)) this.#seen.set(planId, planAmount);
  }
}
