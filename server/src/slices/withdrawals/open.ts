/**
 * Commit 1 of a withdrawal: the money leaves the wallet and the payout is on record as sent, before anything is sent. From here on only
 * a word of the bank moves it. Where staff hold the user's withdrawals, or the account is in another name, it is on record as held, and nothing is
 * sent (held.ts).
 */
import { isStaff } from '@jara/contract/is-staff.ts';
import { negate, subtract, type Kobo } from '@jara/contract/money.ts';
import { refuseWhenLocked } from '../catalogue/refuse-locked.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { isStopped, post } from '../../ledger/post.ts';
import { refuseNotPosted } from '../../ledger/refuse-not-posted.ts';
import { arePayoutsHeld } from '../../ledger/spending-controls.ts';
import type { PayoutOrder } from '../../outside/banks/banks.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import type { Db } from '../../platform/db.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import { refuseTwin } from '../transactions/refuse-twin.ts';
import { newReference } from '../transactions/reference.ts';
import { isInOtherName } from './other-name.ts';
import { knownAccountOrRefuse, type BankAccount } from './read-account.ts';

export interface WithdrawalRequest {
  principal: Principal;
  account: BankAccount;
  amountKobo: Kobo;
  feeKobo: Kobo;
  client: ClientFacts;
  provider: string;
  firstCheckSeconds: number;
  /** Null where the same may be sent again: by a key, or on purpose. */
  twinWindowSeconds: number | null;
  /** Whether a withdrawal to an account in another name than the verified one waits for staff. */
  holdsOtherNames: boolean;
}

export interface OpenedWithdrawal {
  transactionId: bigint;
  order: PayoutOrder;
  isHeld: boolean;
}

/** Refuses with service_locked, account_not_validated, possible_duplicate and what `post` may say. */
export async function openWithdrawal(db: Db, input: WithdrawalRequest): Promise<OpenedWithdrawal> {
  const { principal, amountKobo, feeKobo } = input;
  const { userId, walletAccountId } = principal;
  await refuseWhenLocked(db, 'withdraw');
  const known = await knownAccountOrRefuse(db, userId, input.account, { savedCounts: true });
  const transactionId = await nextTransactionId(db);
  const posted = await post(db, {
    code: 'withdraw.open',
    reference: String(transactionId),
    legs: [
      { accountId: walletAccountId, amountKobo: negate(amountKobo) },
      { accountId: await houseAccount(db, 'in_flight'), amountKobo },
    ],
  });
  const { bankCode, bankName, accountNumber, accountName } = known;
  const named = {
    userId,
    description: `To ${accountName}, ${bankName}`,
    recipient: accountNumber,
    amountKobo,
  };
  // What is missing now may have been sent a moment ago; that a wallet is stopped is said first, as of purchases.
  if (input.twinWindowSeconds !== null && !isStopped(posted)) {
    const viewer = { ownerId: userId, staff: isStaff(principal) };
    await refuseTwin(db, { ...named, type: 'withdraw', windowSeconds: input.twinWindowSeconds, viewer });
  }
  if (posted.outcome !== 'posted') refuseNotPosted(posted);
  const payoutKobo = subtract(amountKobo, feeKobo);
  const reference = newReference();
  const isOtherName = input.holdsOtherNames && (await isInOtherName(db, userId, accountName));
  const isHeld = isOtherName || (await arePayoutsHeld(db, userId));
  await recordTransaction(db, {
    ...named,
    id: transactionId,
    reference,
    type: 'withdraw',
    status: 'pending',
    feeKobo,
    faceValueKobo: payoutKobo,
    balance: posted.balances.get(walletAccountId) ?? null,
    client: input.client,
  });
  await db.run(
    `insert into withdrawals (transaction_id, user_id, provider, reference, bank_code, bank_name, account_number, account_name,
       enquired_at, amount_kobo, fee_kobo, state, sent_at, next_check_at, is_other_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $13 then 'held' else 'sent' end,
       case when not $13 then now() end, case when not $13 then now() + make_interval(secs => $12) end, $14)`,
    [
      transactionId,
      userId,
      input.provider,
      reference,
      bankCode,
      bankName,
      accountNumber,
      accountName,
      known.enquiredAt,
      amountKobo,
      feeKobo,
      input.firstCheckSeconds,
      isHeld,
      isOtherName,
    ],
  );
  return {
    transactionId,
    order: orderOf({ reference, amountKobo: payoutKobo, bankCode, accountNumber, accountName }),
    isHeld,
  };
}

/** What is sent to the bank. */
export const orderOf = (payout: Omit<PayoutOrder, 'remark'>): PayoutOrder => ({
  ...payout,
  remark: `Withdrawal ${payout.reference}`,
});
