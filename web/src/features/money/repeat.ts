/** The same once more, from its receipt: what was bought, sent or withdrawn, at today's price and fee. */
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { banksQuery, beneficiariesQuery, profileQuery } from '../../platform/queries.ts';
import { repeatOf } from './again.ts';
import type { Movement, Redemption } from './movement.ts';
import { minusNaira } from '../../shared/naira-sum.ts';
import { usePeople } from '../../shared/people.ts';
import { receiverOf } from './receiver.ts';

/** A coupon is redeemed once. */
export type Repeatable = Exclude<Movement, Redemption>;

/** Of one's own transaction; undefined when there is nothing to repeat, or it cannot be done now. */
export function useRepeat(transaction: Transaction): Repeatable | undefined {
  const plans = useQuery(profileQuery).data?.subscriptionPlans;
  const { all } = usePeople();
  const withdrawal = useWithdrawalAgain(transaction);
  switch (transaction.trans_Type) {
    case 'transfer':
      return transferAgain(transaction);
    case 'withdraw':
      return withdrawal;
    default:
      return plans === undefined ? undefined : repeatOf(transaction, plans, all);
  }
}

function transferAgain(transaction: Transaction): Repeatable | undefined {
  const receiver = receiverOf(transaction);
  const amount = transaction.trans_amount;
  return receiver === undefined ? undefined : { kind: 'transfer', ...receiver, amount, leaves: amount };
}

/** Only saved accounts can be paid to without asking the bank for the name anew. */
function useWithdrawalAgain({
  trans_Type: type,
  recipient,
  description,
  trans_amount: leaves,
}: Transaction): Repeatable | undefined {
  const enabled = type === 'withdraw';
  const terms = useQuery({ ...banksQuery, enabled }).data;
  const saved = useQuery({ ...beneficiariesQuery, enabled }).data?.beneficiaryList;
  const account = saved?.find(
    ({ accountNumber, bankName }) => accountNumber === recipient && description.endsWith(`, ${bankName}`),
  );
  if (!enabled || terms === undefined || account === undefined || leaves <= terms.fee) return undefined;
  const { bankName, bankCode, accountNumber, accountName } = account;
  const received = minusNaira(leaves, terms.fee);
  return { kind: 'withdraw', bankName, bankCode, accountNumber, accountName, leaves, received };
}
