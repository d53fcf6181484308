/** The gateway's book of transfers to bank accounts, and our balance there that they are paid from. */
import type { OrderState } from '../../data/outcomes.ts';
import type { JournalRecord, PayoutFloatRecord, PayoutRecord } from '../../environment/records.ts';

/** What we have at the gateway at the start: N50,000,000. */
const OPENING_BALANCE_KOBO = 5_000_000_000;

export interface Payout {
  readonly record: PayoutRecord;
  state: OrderState;
  paidAt: number | null;
  reversedAt: number | null;
}

export class Payouts {
  #balanceKobo = OPENING_BALANCE_KOBO;
  #byReference = new Map<string, Payout>();
  #paid: Payout[] = [];

  get balanceKobo(): number {
    return this.#balanceKobo;
  }

  /** In the order in which they were paid; those that came back later included. */
  get paid(): readonly Payout[] {
    return this.#paid;
  }

  /** All of them, newest first. */
  list(): Payout[] {
    return Array.from(this.#byReference.values()).toReversed();
  }

  find(reference: string): Payout | undefined {
    return this.#byReference.get(reference);
  }

  /** Those that time will still change. */
  pending(): Payout[] {
    return Array.from(this.#byReference.values()).filter(isPending);
  }

  setBalance(balanceKobo: number): PayoutFloatRecord {
    return { store: 'squad', type: 'payout float', balanceKobo, at: Date.now() };
  }

  apply(record: JournalRecord): void {
    if (record.type === 'payout') {
      const payout: Payout = { record, state: 'processing', paidAt: null, reversedAt: null };
      this.#byReference.set(record.reference, payout);
      if (record.state === 'successful') this.#settle(payout, 'successful', record.at);
    } else if (record.type === 'payout settled') {
      const payout = this.#byReference.get(record.reference);
      if (payout !== undefined) this.#settle(payout, record.state, record.at);
    } else if (record.type === 'payout float') {
      this.#balanceKobo = record.balanceKobo;
    }
  }

  forget(): void {
    this.#balanceKobo = OPENING_BALANCE_KOBO;
    this.#byReference = new Map();
    this.#paid = [];
  }

  #settle(payout: Payout, state: OrderState, at: number): void {
    payout.state = state;
    if (state === 'successful') {
      payout.paidAt = at;
      this.#balanceKobo -= payout.record.amountKobo;
      this.#paid.push(payout);
    } else if (state === 'reversed') {
      payout.reversedAt = at;
      this.#balanceKobo += payout.record.amountKobo;
    }
  }
}

function isPending({ record, state, reversedAt }: Payout): boolean {
  if (record.dueAt === null) return false;
  return state === 'processing' || (record.dueState === 'reversed' && reversedAt === null);
}
