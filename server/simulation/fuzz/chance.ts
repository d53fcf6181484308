/** Chance that can be had again: the same seed draws the same. */

export interface Chance {
  /** A whole number from 0 to one less than this. */
  below(most: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in so many times. */
  once(times: number): boolean;
}

/** Mulberry32: one number of 32 bits is its whole state. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('there is nothing to pick');
      return list[below(list.length)] as T; // the place is in the list
    },
    once: (times) => below(times) === 0,
  };
}
