/**
 * Commit 2 of a withdrawal. The sender, the requery job and staff all come here, any number of times and in any order: what an answer
 * makes of the locked row is in the table of states (ledger/states.ts). A payout is booked as paid once, returned once, and never
 * returned while its outcome is unknown.
 */
import type { TransactionStatus } from '@jara/contract/constants.ts';
import { kobo, negate, subtract, type Kobo } from '@jara/contract/money.ts';
import { houseAccount, userAccount } from '../../ledger/chart.ts';
import { post, postInto, type Leg } from '../../ledger/post.ts';
import {
  appliedTo,
  isForStaff,
  isHeld,
  isOpen,
  outcomes,
  type Applied,
  type AttemptState,
  type Said,
} from '../../ledger/states.ts';
import type { PayoutRequeryAnswer } from '../../outside/banks/banks.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { refuse } from '../../platform/refuse.ts';
import type { ScheduleSettings } from '../../platform/requery-schedule.ts';
import { nextTransactionId } from '../transactions/record-transaction.ts';
import { recordRefund } from '../transactions/record-refund.ts';
import { settleTransaction } from '../transactions/settle-transaction.ts';
import { askAgain, isCertainlyRefused } from './ask-again.ts';

export interface Settling {
  pool: Pool;
  events: Events;
  log: Log;
  schedule: ScheduleSettings;
}

type AnswerToSettle = PayoutRequeryAnswer & { askedAt: Date | null };

interface Withdrawal {
  transactionId: bigint;
  userId: bigint;
  reference: string;
  amountKobo: bigint;
  feeKobo: bigint;
  state: AttemptState;
  status: TransactionStatus;
}

/**
 * Gives the state afterwards. `askedAt` is the time of the database at which the bank was asked, or a moment before: without it what the bank
 * does not know is no refusal.
 */
export async function settleWithdrawal(
  { pool, events, log, schedule }: Settling,
  transactionId: bigint,
  said: PayoutRequeryAnswer,
  askedAt: Date | null = null,
): Promise<AttemptState> {
  const { withdrawal, state } = await pool.commit(async (db) => {
    const locked = await lock(db, transactionId);
    const after = await settle(db, locked, { ...said, askedAt }, schedule);
    crashPoint('withdraw.settle.before_commit');
    return { withdrawal: locked, state: after };
  });
  crashPoint('withdraw.settle.after_commit');
  if (state === withdrawal.state) return state;
  const { userId, reference } = withdrawal;
  if (isForStaff(state))
    log.error({ reference }, 'a withdrawal has no outcome after the last check: staff must ask the bank');
  if (state === 'reversed') log.warn({ reference }, 'the bank sent a withdrawal back after it was paid');
  if (state === 'delivered_late')
    log.error({ reference }, 'a bank paid after the money was returned: booked as a loss');
  if (state === 'reversed_late')
    log.warn({ reference }, 'the bank sent a late payment back: the loss is turned round');
  events.publish(userId, { type: 'transaction', _id: String(transactionId) });
  return state;
}

/**
 * Staff say what became of a withdrawal that nobody else decides any more; in the caller's commit, with the record of it. Refuses with
 * not_waiting when it is not, or no longer, theirs to decide.
 */
export async function decideWithdrawal(
  db: Db,
  transactionId: bigint,
  outcome: 'delivered' | 'returned',
): Promise<AttemptState> {
  const withdrawal = await lock(db, transactionId);
  // Of one that was never sent nobody can say that it was paid.
  const isTheirs = isForStaff(withdrawal.state) || (outcome === 'returned' && isHeld(withdrawal.state));
  if (!isTheirs) refuse('not_waiting');
  const answer = { providerReference: null, message: null, raw: null };
  if (outcome === 'delivered') return pay(db, withdrawal, answer);
  // Of what was sent the bank has not said so: it is asked about on.
  const said = isHeld(withdrawal.state) ? answer : { ...answer, outcome: 'not_found' as const };
  return returnOrReverse(db, withdrawal, said, 'returned');
}

const lock = (db: Db, transactionId: bigint): Promise<Withdrawal> =>
  db.get<Withdrawal>(
    `select w.transaction_id as "transactionId", w.user_id as "userId", w.reference, w.amount_kobo as "amountKobo",
       w.fee_kobo as "feeKobo", w.state, t.status
     from withdrawals w join transactions t on t.id = w.transaction_id where w.transaction_id = $1 for update of w`,
    [transactionId],
  );

async function settle(
  db: Db,
  withdrawal: Withdrawal,
  answer: AnswerToSettle,
  schedule: ScheduleSettings,
): Promise<AttemptState> {
  const { state: attempt, status } = withdrawal;
  const applied: Applied = appliedTo({
    kind: 'withdrawal',
    said: await saidBy(db, answer, withdrawal, schedule),
    attempt,
    status,
  });
  switch (applied) {
    case 'delivered':
      return pay(db, withdrawal, answer);
    case 'returned':
    case 'reversed':
      return returnOrReverse(db, withdrawal, answer, applied);
    case 'delivered_late':
      return payLate(db, withdrawal, answer);
    case 'reversed_late':
      return reverseLate(db, withdrawal, answer);
    case 'unsettled':
      return askAgain(db, withdrawal.transactionId, answer, schedule);
    // The next four are of purchases alone.
    case 'next_attempt':
    case 'recovered':
    case 'more_tokens':
    case 'disputed':
    case 'nothing':
      await settleReturnCheck(db, withdrawal, answer);
      return attempt;
  }
}

/** It is as it was, as far as the bank says: when it is asked again whether what was paid came back, or what it did not know was paid. */
async function settleReturnCheck(
  db: Db,
  { transactionId, state }: Withdrawal,
  { outcome }: PayoutRequeryAnswer,
): Promise<void> {
  // What changes something was settled: a refusal of what was paid, a payment of what was refused.
  const isAnswered = state === 'refused' ? outcome !== 'unknown' : outcome === 'paid';
  await db.run(
    `update withdrawals set return_check_at = return_check_next('withdrawal', answered_at, $2)
     where transaction_id = $1 and return_check_at is not null`,
    [transactionId, isAnswered],
  );
}

/** A bank that has said long enough that it does not know an open payout has refused it. */
async function saidBy(
  db: Db,
  { outcome, askedAt }: AnswerToSettle,
  { transactionId, state }: Withdrawal,
  schedule: ScheduleSettings,
): Promise<Said> {
  switch (outcome) {
    case 'paid':
      return 'delivered';
    case 'refused':
      return 'refused';
    case 'not_found':
      if (askedAt === null || !isOpen(state)) return 'not known yet';
      return (await isCertainlyRefused(db, transactionId, askedAt, schedule)) ? 'refused' : 'not known yet';
    case 'unknown':
      return 'not known yet';
  }
}

/** What of an answer is kept, whatever it says; without an outcome it is the word of staff. */
type BankResponse = Pick<PayoutRequeryAnswer, 'providerReference' | 'message' | 'raw'> &
  Partial<Pick<PayoutRequeryAnswer, 'outcome'>>;

interface Amounts {
  amountKobo: Kobo;
  feeKobo: Kobo;
  payoutKobo: Kobo;
}

function amountsOf(withdrawal: Withdrawal): Amounts {
  const [amountKobo, feeKobo] = [kobo(withdrawal.amountKobo), kobo(withdrawal.feeKobo)];
  return { amountKobo, feeKobo, payoutKobo: subtract(amountKobo, feeKobo) };
}

async function paidLegs(db: Db, { feeKobo, payoutKobo }: Amounts): Promise<Leg[]> {
  return [
    { accountId: await houseAccount(db, 'bank'), amountKobo: payoutKobo },
    { accountId: await houseAccount(db, 'revenue', 'withdrawal'), amountKobo: feeKobo },
  ];
}

async function pay(db: Db, withdrawal: Withdrawal, response: BankResponse): Promise<AttemptState> {
  const amounts = amountsOf(withdrawal);
  await post(db, {
    code: outcomes.delivered.posting.withdrawal,
    reference: String(withdrawal.transactionId),
    legs: [
      { accountId: await houseAccount(db, 'in_flight'), amountKobo: negate(amounts.amountKobo) },
      ...(await paidLegs(db, amounts)),
    ],
  });
  await endTransaction(db, withdrawal, response, outcomes.delivered.status);
  return finish(db, withdrawal, response, outcomes.delivered.attempt);
}

/** Refused, or sent back after it was paid: the whole amount returns, the fee included. */
async function returnOrReverse(
  db: Db,
  withdrawal: Withdrawal,
  response: BankResponse,
  applied: 'returned' | 'reversed',
): Promise<AttemptState> {
  const { transactionId, userId } = withdrawal;
  const { posting, status, attempt } = outcomes[applied];
  const amounts = amountsOf(withdrawal);
  const wallet = await userAccount(db, userId, 'wallet');
  const taken =
    applied === 'reversed'
      ? (await paidLegs(db, amounts)).map((leg) => ({ ...leg, amountKobo: negate(leg.amountKobo) }))
      : [{ accountId: await houseAccount(db, 'in_flight'), amountKobo: negate(amounts.amountKobo) }];
  const balance = await postInto(db, wallet, {
    code: posting.withdrawal,
    reference: String(transactionId),
    legs: [...taken, { accountId: wallet, amountKobo: amounts.amountKobo }],
  });
  await endTransaction(db, withdrawal, response, status);
  await recordRefund(db, { relatedId: transactionId, refundId: await nextTransactionId(db), balance });
  return finish(db, withdrawal, response, attempt);
}

/** The user has the money twice: they are not charged again behind their back (D5.10). */
async function payLate(db: Db, withdrawal: Withdrawal, response: BankResponse): Promise<AttemptState> {
  await post(db, {
    code: outcomes.delivered_late.posting.withdrawal,
    reference: String(withdrawal.transactionId),
    legs: await lateLegs(db, withdrawal),
  });
  return finish(db, withdrawal, response, outcomes.delivered_late.attempt);
}

/** The bank has the money of a late payment again: it was no loss. */
async function reverseLate(db: Db, withdrawal: Withdrawal, response: BankResponse): Promise<AttemptState> {
  const legs = await lateLegs(db, withdrawal);
  await post(db, {
    code: outcomes.reversed_late.posting.withdrawal,
    reference: String(withdrawal.transactionId),
    legs: legs.map((leg) => ({ ...leg, amountKobo: negate(leg.amountKobo) })),
  });
  return finish(db, withdrawal, response, outcomes.reversed_late.attempt);
}

async function lateLegs(db: Db, withdrawal: Withdrawal): Promise<Leg[]> {
  const { payoutKobo } = amountsOf(withdrawal);
  return [
    { accountId: await houseAccount(db, 'loss', 'late_payout'), amountKobo: negate(payoutKobo) },
    { accountId: await houseAccount(db, 'bank'), amountKobo: payoutKobo },
  ];
}

const endTransaction = (
  db: Db,
  { transactionId, status }: Withdrawal,
  { providerReference, message }: BankResponse,
  to: TransactionStatus,
): Promise<void> =>
  settleTransaction(db, {
    id: transactionId,
    from: status,
    to,
    supplierId: providerReference,
    supplierMessage: message,
  });

async function finish(
  db: Db,
  { transactionId, state: before }: Withdrawal,
  { providerReference, message, raw, outcome }: BankResponse,
  state: AttemptState,
): Promise<AttemptState> {
  const isPaid = state === 'delivered' || state === 'delivered_late';
  // Refused because the bank does not know it, or by staff: it may have been paid, so it is asked about on.
  const isUnknown = outcome === 'not_found';
  const finished = await db.run(
    `update withdrawals set state = $3, provider_reference = coalesce($4, provider_reference), message = coalesce($5, message),
       raw = coalesce(nullif($6, ''), raw), answered_at = now(), next_check_at = null, sent_at = case when $7 then coalesce(sent_at, now()) else sent_at end,
       first_not_found_at = case when $8 then coalesce(first_not_found_at, now()) end,
       return_check_at = case when $7 or $8 then return_check_next('withdrawal', now(), true) end
     where transaction_id = $1 and state = $2`,
    [transactionId, before, state, providerReference, message, raw, isPaid, isUnknown],
  );
  if (finished !== 1) throw new Error(`withdrawal ${transactionId} is not ${before} any more`);
  return state;
}
