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
  /** Before the commit that opens it: whoever sees that commit sooner than this process hears of it waits for the outcome, too. */
  prepare(opened: OpenedWithdrawal): PreparedWithdrawal;
  /** Waits like `send` when this process is sending it, else not at all. */
  wait(transactionId: bigint): Promise<void>;
  /** Those that wait for the bank's answer. */
  readonly ongoing: Ongoing<void>;
}

/** One of the two is called, once. */
export interface PreparedWithdrawal {
  /** Sends a payout that is on record, and waits for its outcome for a while. Never throws for what the bank does. */
  send(): Promise<void>;
  /** It is not on record, or somebody else asks the bank about it. */
  cancel(): void;
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
    prepare(opened) {
      const { transactionId } = opened;
      let end: (work?: Promise<void>) => void = () => undefined;
      const sending = new Promise<void>((resolve) => {
        end = resolve;
      });
      void ongoing.begin(transactionId, sending);
      return {
        async send() {
          end(pay(opened));
          await wait(transactionId);
        },
        cancel: () => end(),
      };
    },
    wait,
    ongoing,
  };
}
