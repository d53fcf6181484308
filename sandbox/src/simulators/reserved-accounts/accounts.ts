/** The bank's book: accounts that it keeps for customers of a merchant, and what was paid into them. */
import type { BankTransferRecord, JournalRecord, ReservedAccountRecord } from '../../environment/records.ts';

export class ReservedAccounts {
  #byNumber = new Map<string, ReservedAccountRecord>();
  #byReference = new Map<string, ReservedAccountRecord>();
  #transfers: BankTransferRecord[] = [];

  find(accountNumber: string): ReservedAccountRecord | undefined {
    return this.#byNumber.get(accountNumber);
  }

  findByReference(reference: string): ReservedAccountRecord | undefined {
    return this.#byReference.get(reference);
  }

  all(): ReservedAccountRecord[] {
    return Array.from(this.#byNumber.values());
  }

  get transfers(): readonly BankTransferRecord[] {
    return this.#transfers;
  }

  apply(record: JournalRecord): void {
    if (record.type === 'reserved account') {
      this.#byNumber.set(record.accountNumber, record);
      if (record.reference !== null) this.#byReference.set(record.reference, record);
    } else if (record.type === 'bank transfer') {
      this.#transfers.push(record);
    }
  }

  forget(): void {
    this.#byNumber = new Map();
    this.#byReference = new Map();
    this.#transfers = [];
  }
}
