/**
 * The engine of withdrawals, in the steps of a purchase: open (commit 1), send (the network, no transaction), settle (commit 2). What
 * stays open is asked about by requery.ts and ends in the same settlement.
 */
import type { PayoutBank } from '../../outside/banks/banks.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import { Ongoing, within } from '../../platform/ongoing.ts';
import { createBankList, type BankList } from './bank-list.ts';
import type { OpenedWithdrawal } from './open.ts';
import { settleWithdrawal, type Settling } from './settle.ts';

export interface Withdrawals {
  readonly banks: BankList;
  readonly settling: Settling;
  /** Sends a payout that is on record, once, and waits for its outcome for a while. Never throws for what the bank does. */
  send(opened: OpenedWithdrawal): Promise<void>;
  /** Waits like `send` when this process is sending it, else not at all. */
  wait(transactionId: bigint): Promise<void>;
  /** Those that wait for the bank's answer. */
  readonly ongoing: Ongoing<void>;
}

export function createWithdrawals(
  settling: Settling,
  payouts: PayoutBank,
  { waitMs }: { waitMs: number },
): Withdrawals {
  const ongoing = new Ongoing<void>();

  async function pay({ transactionId, order }: OpenedWithdrawal): Promise<void> {
    try {
      crashPoint('withdraw.send.before_call');
      const answer = await payouts.pay(order);
      crashPoint('withdraw.send.after_call');
      await settleWithdrawal(settling, transactionId, answer);
    } catch (error) {
      // It is on record as sent: the job asks the bank.
      settling.log.error({ err: error, reference: order.reference }, 'sending a withdrawal broke');
    }
  }

  const wait = async (transactionId: bigint): Promise<void> => {
    await within(ongoing.find(transactionId) ?? Promise.resolve(), waitMs, undefined);
  };

  return {
    banks: createBankList(payouts, settling.log),
    settling,
    async send(opened) {
      void ongoing.begin(opened.transactionId, pay(opened));
      await wait(opened.transactionId);
    },
    wait,
    ongoing,
  };
}
