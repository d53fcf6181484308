/** Chance from a seed. */
import { Random } from '../../sandbox/src/environment/random.ts';

export class Choice {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** True in this share of cases. */
  maybe(share: number): boolean {
    return this.#random.next() < share;
  }

  /** True once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  /** A whole number from 0 to one less than this. */
  below(most: number): number {
    return Math.floor(this.#random.next() * most);
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  /** The more weight, the more often. */
  weighed<Item extends { weight: number }>(items: readonly Item[]): Item {
    let left = this.#random.next() * items.reduce((sum, { weight }) => sum + weight, 0);
    for (const item of items) {
      left -= item.weight;
      if (left < 0) return item;
    }
    return this.of(items);
  }
}
