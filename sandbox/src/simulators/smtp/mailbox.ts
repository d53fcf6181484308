/** What the mail server keeps: the mails that it took, and how often it asked a sender to come again. */
import type { MailView } from '../../control/views.ts';
import type { DeferralRecord, JournalRecord, MailRecord } from '../../environment/records.ts';
import { last } from '../../environment/last.ts';

export class Mailbox {
  #mails: MailRecord[] = [];
  /** Per address, since its last mail. */
  readonly #deferrals = new Map<string, number>();

  apply(record: JournalRecord): void {
    if (record.type === 'mail') {
      this.#mails.push(record);
      this.#deferrals.delete(record.to);
    } else if (record.type === 'deferral') {
      this.#deferrals.set(record.to, this.deferralsOf(record.to) + 1);
    }
  }

  get count(): number {
    return this.#mails.length;
  }

  find(id: string): MailRecord | undefined {
    return /^[1-9]\d{0,9}$/.test(id) ? this.#mails[Number(id) - 1] : undefined;
  }

  newest(count?: number): readonly MailRecord[] {
    return last(this.#mails, count);
  }

  deferralsOf(address: string): number {
    return this.#deferrals.get(address) ?? 0;
  }

  deferral(to: string): DeferralRecord {
    return { store: 'smtp', type: 'deferral', to, at: Date.now() };
  }

  forget(): void {
    this.#mails = [];
    this.#deferrals.clear();
  }
}

export function mailView({ store: _room, type: _type, at, ...mail }: MailRecord): MailView {
  return { ...mail, at: new Date(at).toISOString() };
}
