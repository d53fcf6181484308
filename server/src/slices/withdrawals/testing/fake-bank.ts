/** What tests of withdrawals do again and again: check an account, withdraw, ask the bank, compare with what it paid. */
import { toNaira, type Kobo } from '@jara/contract/money.ts';
import { expect, vi } from 'vitest';
import type { Answer, TestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';
import { walletBalance } from '../../../ledger/balances.ts';
import { askAboutDuePayouts } from '../requery.ts';

export const bankName = 'GTBank';

let accountsMade = 0;
/** An account number of its own that ends in `digits`, which choose what happens at the bank. */
export function accountEnding(digits: string): string {
  accountsMade += 1;
  return `${String(accountsMade).padStart(6, '0')}${digits}`;
}

export interface FakeBank {
  validate(user: TestUser, accountNumber: string): Promise<Answer<'validateBankAccount'>>;
  withdraw(user: TestUser, accountNumber: string, amount: unknown, key?: string): Promise<Answer<'withdraw'>>;
  /** A new account that ends in `digits`, checked, and the answer to a withdrawal to it. */
  withdrawTo(user: TestUser, digits: string, amount: number): Promise<Answer<'withdraw'>>;
  holds(user: TestUser): Promise<bigint>;
  stateOf(transactionId: string): Promise<string>;
  waitForState(transactionId: string, state: string): Promise<void>;
  /** Makes the withdrawal due and lets the job ask. */
  askNow(transactionId: string): Promise<void>;
  /** As if it had been sent, and not been known, so long ago. */
  makeOlder(transactionId: string, interval: string): Promise<void>;
  /** Holds the books against the journal of the bank: every payout, and nothing else. */
  expectJournalToAgree(): Promise<void>;
}

export function createFakeBank(app: TestApp): FakeBank {
  const fakeBank: FakeBank = {
    validate: (user, accountNumber) => app.as(user).call('validateBankAccount', { bankName, accountNumber }),
    withdraw: (user, accountNumber, amount, key) =>
      app.as(user).call('withdraw', { bankName, accountNumber, amount }, key === undefined ? {} : { key }),
    async withdrawTo(user, digits, amount) {
      const accountNumber = accountEnding(digits);
      expect((await fakeBank.validate(user, accountNumber)).status).toBe(200);
      return fakeBank.withdraw(user, accountNumber, amount);
    },
    holds: async ({ userId }) => (await walletBalance(app.context.pool, userId)).balance,
    async stateOf(transactionId) {
      const row = await app.context.pool.get<{ state: string }>(
        'select state from withdrawals where transaction_id = $1',
        [transactionId],
      );
      return row.state;
    },
    async waitForState(transactionId, state) {
      await vi.waitFor(async () => expect(await fakeBank.stateOf(transactionId)).toBe(state));
    },
    async askNow(transactionId) {
      const { pool } = app.context;
      await pool.run('update withdrawals set next_check_at = now() where transaction_id = $1', [
        transactionId,
      ]);
      await askAboutDuePayouts(app.context);
    },
    async makeOlder(transactionId, interval) {
      await app.context.pool.run(
        `update withdrawals set sent_at = sent_at - $2::interval, first_not_found_at = first_not_found_at - $2::interval
         where transaction_id = $1`,
        [transactionId, interval],
      );
    },
    async expectJournalToAgree() {
      const booked = await app.context.pool.rows<{ reference: string; payout: bigint; state: string }>(
        `select reference, amount_kobo - fee_kobo as payout, state from withdrawals
         where state in ('delivered', 'reversed', 'delivered_late', 'reversed_late') order by reference`,
      );
      const { payouts } = app.sandbox.journal();
      expect(
        payouts
          .map(({ reference, amount, reversedAt }) => [reference, amount, reversedAt !== undefined])
          .toSorted(([one], [other]) => String(one).localeCompare(String(other), 'en')),
      ).toEqual(
        booked.map(({ reference, payout, state }) => [
          `SBJARA0001_${reference}`,
          toNaira(payout as Kobo), // a difference of two columns of kobo
          state.startsWith('reversed'),
        ]),
      );
    },
  };
  return fakeBank;
}
