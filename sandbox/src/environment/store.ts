import type { JournalRecord } from './records.ts';

/** A part of the environment that owns records in the journal. Live and replayed records take the same way in. */
export interface Store {
  readonly name: string;
  apply(record: JournalRecord): void;
  /** Called once after the replay: take up again what was under way. */
  resume(): void;
  /** Back to the first day. The answer is what the emptied journal must begin with. */
  forget(): JournalRecord[];
}
