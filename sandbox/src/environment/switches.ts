import type { ListTrouble } from '../data/list-troubles.ts';
import type { Random } from './random.ts';
import type { JournalRecord, SwitchRecord } from './records.ts';
import type { Store } from './store.ts';

export interface Switch {
  /** Added to each answer of the simulator. */
  latencyMs: number;
  /** That share of purchases is refused for certain. */
  failPercent: number;
  /** The simulator cuts every connection without a word. */
  down: boolean;
  /** What is wrong with the lists of the simulator. */
  lists: ListTrouble;
}

const untouched = (): Switch => ({ latencyMs: 0, failPercent: 0, down: false, lists: 'none' });

/** What an operator of the sandbox has set per simulator. The objects stay the same ones, so a simulator may keep its own. */
export class Switches implements Store {
  readonly name = 'switches';
  readonly #random: Random;
  readonly #bySimulator = new Map<string, Switch>();

  constructor(random: Random) {
    this.#random = random;
  }

  of(simulator: string): Switch {
    let found = this.#bySimulator.get(simulator);
    if (found === undefined) {
      found = untouched();
      this.#bySimulator.set(simulator, found);
    }
    return found;
  }

  refusesByChance(simulator: string): boolean {
    const { failPercent } = this.of(simulator);
    return failPercent > 0 && this.#random.next() * 100 < failPercent;
  }

  apply(record: JournalRecord): void {
    if (record.type !== 'switch') return;
    const { latencyMs, failPercent, down, lists = 'none' } = record;
    Object.assign(this.of(record.simulator), { latencyMs, failPercent, down, lists });
  }

  /** The record that sets `changes` at `simulator` and keeps the rest. */
  change(simulator: string, changes: Partial<Switch>): SwitchRecord {
    return {
      store: 'switches',
      type: 'switch',
      simulator,
      ...this.of(simulator),
      ...changes,
      at: Date.now(),
    };
  }

  resume(): void {}

  forget(): JournalRecord[] {
    for (const found of this.#bySimulator.values()) Object.assign(found, untouched());
    return [];
  }
}
