/** The gateway's book: payment links and what became of them. */
import type { JournalRecord, LinkRecord, PaymentRecord } from '../../environment/records.ts';

export interface Link {
  readonly record: LinkRecord;
  status: 'pending' | 'failed' | 'success';
  paidAt: number | null;
}

export class Links {
  #byReference = new Map<string, Link>();
  #payments: Link[] = [];

  find(reference: string): Link | undefined {
    return this.#byReference.get(reference);
  }

  all(): Link[] {
    return Array.from(this.#byReference.values());
  }

  /** Paid links, in the order of payment. */
  get payments(): readonly Link[] {
    return this.#payments;
  }

  payment(link: Link, status: PaymentRecord['status']): PaymentRecord {
    return { store: 'squad', type: 'payment', reference: link.record.reference, status, at: Date.now() };
  }

  apply(record: JournalRecord): void {
    if (record.type === 'link') {
      this.#byReference.set(record.reference, { record, status: 'pending', paidAt: null });
    } else if (record.type === 'payment') {
      const link = this.#byReference.get(record.reference);
      if (link === undefined || link.status === 'success') return;
      link.status = record.status;
      if (record.status === 'success') {
        link.paidAt = record.at;
        this.#payments.push(link);
      }
    }
  }

  forget(): void {
    this.#byReference = new Map();
    this.#payments = [];
  }
}

/** Where the customer goes after the checkout: back to the merchant, or to the link's own page. */
export function returnAddress({ record }: Link): string {
  if (record.callbackUrl === null) return `/squad/checkout/${record.reference}`;
  const url = new URL(record.callbackUrl);
  url.searchParams.set('reference', record.reference);
  url.searchParams.set('transaction_ref', record.reference);
  return url.href;
}
