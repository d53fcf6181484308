/** What the shop asks of whoever pays out to bank accounts. Answers are values; nothing is thrown for what happens on the network. */
import type { Kobo } from '@jara/contract/money.ts';

export interface Bank {
  bankName: string;
  /** Of the interbank system: six digits. */
  bankCode: string;
}

export interface PayoutOrder {
  /** Ours, stored before the call, sent once. */
  reference: string;
  amountKobo: Kobo;
  bankCode: string;
  accountNumber: string;
  /** As the name enquiry showed it. */
  accountName: string;
  remark: string;
}

export type HolderAnswer =
  | { outcome: 'found'; accountName: string }
  /** There is certainly no such account. */
  | { outcome: 'not_found'; message: string }
  | { outcome: 'unknown'; reason: string };

interface ProviderResponse {
  providerReference: string | null;
  /** The provider's words, for the receipt. */
  message: string | null;
  /** The answer as it came, for staff. */
  raw: string | null;
}

export type PayoutAnswer = ProviderResponse &
  (
    | { outcome: 'paid' }
    /** The money has certainly not left, or has come back. */
    | { outcome: 'refused' }
    /** `processing`: the provider knows the order; any other reason says nothing about it. */
    | { outcome: 'unknown'; reason: string }
  );

/** `not_found`: the provider does not know the reference. */
export type PayoutRequeryAnswer = PayoutAnswer | (ProviderResponse & { outcome: 'not_found' });

/** A payout as the provider's own list has it, whoever ordered it. */
export interface ListedPayout {
  /** Ours where it has the form of ours, else as the provider has it. */
  reference: string;
  amountKobo: Kobo | null;
  accountNumber: string | null;
  accountName: string | null;
  says: PayoutAnswer['outcome'];
  /** The provider's words. */
  words: string | null;
}

export type PayoutPage =
  { outcome: 'told'; rows: ListedPayout[]; isLast: boolean } | { outcome: 'unknown'; problem: string };

export type BalanceAnswer = { outcome: 'told'; balanceKobo: Kobo } | { outcome: 'unknown'; reason: string };

export type BanksAnswer =
  { outcome: 'told'; banks: readonly Bank[] } | { outcome: 'unknown'; reason: string };

export interface PayoutBank {
  /** squad: as stored with each payout. */
  readonly name: string;
  /** The name enquiry. */
  findHolder(account: { bankCode: string; accountNumber: string }): Promise<HolderAnswer>;
  pay(order: PayoutOrder): Promise<PayoutAnswer>;
  requery(reference: string): Promise<PayoutRequeryAnswer>;
  /** What is left to pay out from. */
  readBalance(): Promise<BalanceAnswer>;
  /** One page of all payouts, newest first, from page 1; absent where the provider has no list. */
  listPayouts?(page: number): Promise<PayoutPage>;
  /** The banks that it pays to; absent where the provider has no such call. */
  listBanks?(): Promise<BanksAnswer>;
  close(): Promise<void>;
}
