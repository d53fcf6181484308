/** What tests of withdrawals do again and again: check an account, withdraw, ask the bank, compare with what it paid. */
import { naira, toNaira, type Kobo } from '@jara/contract/money.ts';
import { expect, vi } from 'vitest';
import type { Answer, TestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';
import { walletBalance } from '../../../ledger/balances.ts';
import type { AttemptState } from '../../../ledger/states.ts';
import type { PayoutOrder, PayoutRequeryAnswer } from '../../../outside/banks/banks.ts';
import { noClientFacts } from '../../../platform/client-facts.ts';
import type { Pool } from '../../../platform/db.ts';
import { openWithdrawal } from '../open.ts';
import { askAboutDuePayouts } from '../requery.ts';
import { settleWithdrawal } from '../settle.ts';

export const bankName = 'GTBank';
const bankCode = '000013';

let accountsMade = 0;
/** An account number of its own that ends in `digits`, which choose what happens at the bank. */
export function accountEnding(digits: string): string {
  accountsMade += 1;
  return `${String(accountsMade).padStart(6, '0')}${digits}`;
}

const response = { providerReference: null, message: null, raw: null };
const paid = { ...response, outcome: 'paid' } as const;
const unknown = { ...response, outcome: 'not_found' } as const;
const refused = { ...response, outcome: 'refused' } as const;
/** What the bank says, a quiet time apart, until a withdrawal is in that state. */
const wordsFor: Partial<Record<AttemptState, readonly PayoutRequeryAnswer[]>> = {
  unknown: [],
  delivered: [paid],
  refused: [unknown, unknown],
  reversed: [paid, refused],
  delivered_late: [refused, paid],
  reversed_late: [refused, paid, refused],
};

export interface FakeBank {
  validate(user: TestUser, accountNumber: string): Promise<Answer<'validateBankAccount'>>;
  withdraw(user: TestUser, accountNumber: string, amount: unknown, key?: string): Promise<Answer<'withdraw'>>;
  /** A new account that ends in `digits`, checked, and the answer to a withdrawal to it. */
  withdrawTo(user: TestUser, digits: string, amount: number): Promise<Answer<'withdraw'>>;
  /** One of ₦500 as a process leaves it that ends between its commit and the bank. */
  openUnsent(user: TestUser): Promise<{ id: string; order: PayoutOrder }>;
  holds(user: TestUser): Promise<bigint>;
  stateOf(transactionId: string): Promise<string>;
  waitForState(transactionId: string, state: string): Promise<void>;
  /** Makes the withdrawal due and lets the job ask. */
  askNow(transactionId: string): Promise<void>;
  /** As if it had been sent, and not been known, so long ago. */
  makeOlder(transactionId: string, interval: string): Promise<void>;
  /** A withdrawal in each state in which something was said of it, named by that state in `message`. */
  withdrawIntoEachState(user: TestUser, owner: Pool): Promise<void>;
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
    async openUnsent(user) {
      const accountNumber = accountEnding('1234');
      expect((await fakeBank.validate(user, accountNumber)).status).toBe(200);
      return openUnsent(app, user, accountNumber);
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
      // A busy machine takes its time; who waits in vain is told by the test's own time-out.
      await vi.waitFor(async () => expect(await fakeBank.stateOf(transactionId)).toBe(state), 10_000);
    },
    async askNow(transactionId) {
      await app.context.pool.run('update withdrawals set next_check_at = now() where transaction_id = $1', [
        transactionId,
      ]);
      await askAboutDuePayouts(app.context);
    },
    async makeOlder(transactionId, interval) {
      await app.owner.run(
        `update withdrawals set sent_at = sent_at - $2::interval, first_not_found_at = first_not_found_at - $2::interval
         where transaction_id = $1`,
        [transactionId, interval],
      );
    },
    async withdrawIntoEachState(user, owner) {
      for (const [state, words] of Object.entries(wordsFor)) {
        const id = (await fakeBank.withdrawTo(user, '0009', 500)).reply.receipt._id;
        await fakeBank.waitForState(id, 'unknown');
        for (const said of words) {
          await fakeBank.makeOlder(id, '11 minutes');
          await settleWithdrawal(app.context.withdrawals.settling, BigInt(id), said, new Date());
        }
        await owner.run('update withdrawals set message = $2 where transaction_id = $1', [id, state]);
        await fakeBank.waitForState(id, state);
      }
    },
    expectJournalToAgree: () => expectJournalToAgree(app),
  };
  return fakeBank;
}

async function openUnsent({ context }: TestApp, user: TestUser, accountNumber: string) {
  const principal = (await context.sessions.find(user.token)) ?? expect.fail('the user has a session');
  const { transactionId, order } = await context.pool.commit((db) =>
    openWithdrawal(db, {
      principal,
      account: { bank: { bankName, bankCode }, accountNumber },
      amountKobo: naira(500),
      client: noClientFacts,
      feeKobo: naira(50),
      provider: 'squad',
      firstCheckSeconds: 1,
      holdsOtherNames: false,
      twinWindowSeconds: null,
    }),
  );
  return { id: String(transactionId), order };
}

async function expectJournalToAgree(app: TestApp): Promise<void> {
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
}
