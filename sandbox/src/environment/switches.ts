import type { Random } from './random.ts';
import type { JournalRecord, SwitchRecord } from './records.ts';
import type { Room } from './room.ts';

export interface Switch {
  /** Added to each answer of the face. */
  latencyMs: number;
  /** That share of purchases is refused for certain. */
  failPercent: number;
  /** The face cuts every connection without a word. */
  down: boolean;
}

/** What an operator of the sandbox has set per face. The objects stay the same ones, so a face may keep its own. */
export class Switches implements Room {
  readonly name = 'switches';
  readonly #random: Random;
  readonly #byFace = new Map<string, Switch>();

  constructor(random: Random) {
    this.#random = random;
  }

  of(face: string): Switch {
    let found = this.#byFace.get(face);
    if (found === undefined) {
      found = { latencyMs: 0, failPercent: 0, down: false };
      this.#byFace.set(face, found);
    }
    return found;
  }

  refusesByChance(face: string): boolean {
    const { failPercent } = this.of(face);
    return failPercent > 0 && this.#random.next() * 100 < failPercent;
  }

  apply(record: JournalRecord): void {
    if (record.type !== 'switch') return;
    const { latencyMs, failPercent, down } = record;
    Object.assign(this.of(record.face), { latencyMs, failPercent, down });
  }

  /** The record that sets `changes` at `face` and keeps the rest. */
  change(face: string, changes: Partial<Switch>): SwitchRecord {
    return { room: 'switches', type: 'switch', face, ...this.of(face), ...changes, at: Date.now() };
  }

  resume(): void {}

  forget(): JournalRecord[] {
    for (const found of this.#byFace.values())
      Object.assign(found, { latencyMs: 0, failPercent: 0, down: false });
    return [];
  }
}
