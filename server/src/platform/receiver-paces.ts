/**
 * How fast each receiver of an outbox takes its messages, and who gets one of the places. A receiver begins with one message at a time and
 * gets more at once as long as it answers quickly. One that does not is slow from the moment in which its answer is overdue: it gets one
 * message at a time, and all slow ones together have places of their own. So whoever hangs delays nobody but themselves. All of this is
 * known to one process and forgotten with it.
 */
import { MINUTE_MS } from '@jara/contract/time-units.ts';

export interface Places {
  /** For receivers that answer quickly, or of whom nothing is known yet. */
  quick: number;
  /** For those that are known to be slow. */
  slow: number;
  /** For all together: more than both, because who is overdue gives a quick place back before its try has ended. */
  all: number;
}

export interface Pace {
  readonly receiver: string;
  /** Messages being sent. */
  active: number;
  /** How many may be sent at once by now. */
  allowed: number;
  isSlow: boolean;
  restsUntilMs: number;
  usedAtMs: number;
}

const FORGET_MS = 10 * MINUTE_MS;

export class ReceiverPaces {
  readonly #paces = new Map<string, Pace>();
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  of(receiver: string): Pace {
    const known = this.#paces.get(receiver);
    if (known !== undefined) return known;
    const pace = { receiver, active: 0, allowed: 1, isSlow: false, restsUntilMs: 0, usedAtMs: Date.now() };
    this.#paces.set(receiver, pace);
    return pace;
  }

  /** Receivers that are being sent to, or want nothing at all for now. */
  busy(): string[] {
    return [...this.#paces.values()]
      .filter((pace) => pace.active > 0 || isResting(pace))
      .map(({ receiver }) => receiver);
  }

  hasPlaceFor(pace: Pace): boolean {
    if (pace.active >= (pace.isSlow ? 1 : pace.allowed)) return false;
    const taken = { quick: 0, slow: 0 };
    for (const { active, isSlow } of this.#paces.values()) taken[isSlow ? 'slow' : 'quick'] += active;
    if (taken.quick + taken.slow >= this.#places.all) return false;
    return pace.isSlow ? taken.slow < this.#places.slow : taken.quick < this.#places.quick;
  }

  forgetOld(): void {
    for (const pace of this.#paces.values()) {
      const isOld = pace.active === 0 && !isResting(pace) && Date.now() - pace.usedAtMs > FORGET_MS;
      if (isOld) this.#paces.delete(pace.receiver);
    }
  }
}

export const isResting = ({ restsUntilMs }: Pace): boolean => Date.now() < restsUntilMs;

export function noteOverdue(pace: Pace): void {
  pace.isSlow = true;
  pace.allowed = 1;
}

export function noteQuick(pace: Pace, most: number): void {
  pace.isSlow = false;
  pace.allowed = Math.min(pace.allowed + 1, most);
}
