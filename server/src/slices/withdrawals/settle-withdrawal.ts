/**
 * Ends a withdrawal. The sender, the requery job and staff all come here, any number of times and in any order: the locked row decides
 * what an answer still changes. A payout is paid once, given back once, and never given back while its outcome is unknown.
 */
import { kobo, negate, subtract, type Kobo } from '@jara/contract/money.ts';
import { houseAccount, userAccount } from '../../ledger/chart.ts';
import { post, type Leg } from '../../ledger/post.ts';
import type { PayoutRequeryAnswer } from '../../outside/banks/banks.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { refuse } from '../../platform/refuse.ts';
import { isCertainlyRefused, nextCheckAt, type ScheduleSettings } from '../../platform/requery-schedule.ts';
import { nextLineId, recordLine } from '../transactions/record-transaction.ts';
import { settleLine } from '../transactions/settle-transaction.ts';

export type WithdrawalState = 'sent' | 'unknown' | 'manual' | 'paid' | 'failed' | 'reversed' | 'paid_late';

export interface Settling {
  pool: Pool;
  events: Events;
  log: Log;
  schedule: ScheduleSettings;
}

interface Withdrawal {
  transactionId: bigint;
  userId: bigint;
  reference: string;
  description: string;
  accountNumber: string;
  amountKobo: bigint;
  feeKobo: bigint;
  state: WithdrawalState;
  sentAt: Date;
  firstNotFoundAt: Date | null;
}

const isOpen = ({ state }: Withdrawal): boolean =>
  state === 'sent' || state === 'unknown' || state === 'manual';

/** Gives the state afterwards. */
export async function settleWithdrawal(
  { pool, events, log, schedule }: Settling,
  transactionId: bigint,
  said: PayoutRequeryAnswer,
): Promise<WithdrawalState> {
  const { withdrawal, state } = await pool.commit(async (db) => {
    const locked = await lock(db, transactionId);
    return { withdrawal: locked, state: await settle(db, locked, said, schedule) };
  });
  if (state === withdrawal.state) return state;
  const { userId, reference } = withdrawal;
  if (state === 'manual')
    log.error({ reference }, 'a withdrawal has no outcome after the last check: staff must ask the bank');
  if (state === 'reversed') log.warn({ reference }, 'the bank sent a withdrawal back after it was paid');
  if (state === 'paid_late')
    log.error({ reference }, 'a bank paid after the money was returned: booked as a loss');
  events.tell(userId, { type: 'transaction', _id: String(transactionId) });
  return state;
}

/**
 * Staff say what became of a withdrawal that nobody else decides any more; in the caller's commit, with the record of it. Refuses with
 * not_waiting when it is not, or no longer, theirs to decide.
 */
export async function decideWithdrawal(
  db: Db,
  transactionId: bigint,
  outcome: 'paid' | 'refused',
): Promise<WithdrawalState> {
  const withdrawal = await lock(db, transactionId);
  if (withdrawal.state !== 'manual') refuse('not_waiting');
  const said = { outcome, providerReference: null, message: null, raw: null };
  return outcome === 'paid' ? pay(db, withdrawal, said) : giveBack(db, withdrawal, said, 'failed');
}

const lock = (db: Db, transactionId: bigint): Promise<Withdrawal> =>
  db.get<Withdrawal>(
    `select w.transaction_id as "transactionId", w.user_id as "userId", w.reference, t.description,
       w.account_number as "accountNumber", w.amount_kobo as "amountKobo", w.fee_kobo as "feeKobo", w.state, w.sent_at as "sentAt",
       w.first_not_found_at as "firstNotFoundAt"
     from withdrawals w join transactions t on t.id = w.transaction_id where w.transaction_id = $1 for update of w`,
    [transactionId],
  );

async function settle(
  db: Db,
  withdrawal: Withdrawal,
  said: PayoutRequeryAnswer,
  schedule: ScheduleSettings,
): Promise<WithdrawalState> {
  const { state } = withdrawal;
  switch (said.outcome) {
    case 'paid':
      if (isOpen(withdrawal)) return pay(db, withdrawal, said);
      return state === 'failed' || state === 'reversed' ? payLate(db, withdrawal, said) : state;
    case 'refused':
      if (isOpen(withdrawal)) return giveBack(db, withdrawal, said, 'failed');
      return state === 'paid' ? giveBack(db, withdrawal, said, 'reversed') : state;
    case 'not_found':
      if (!isOpen(withdrawal)) return state;
      return isCertainlyRefused(withdrawal, new Date(), schedule)
        ? giveBack(db, withdrawal, said, 'failed')
        : wait(db, withdrawal, said, schedule);
    case 'unknown':
      return isOpen(withdrawal) ? wait(db, withdrawal, said, schedule) : state;
  }
}

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

async function pay(db: Db, withdrawal: Withdrawal, said: PayoutRequeryAnswer): Promise<WithdrawalState> {
  const amounts = amountsOf(withdrawal);
  await post(db, {
    code: 'withdraw.pay',
    reference: String(withdrawal.transactionId),
    legs: [
      { accountId: await houseAccount(db, 'in_flight'), amountKobo: negate(amounts.amountKobo) },
      ...(await paidLegs(db, amounts)),
    ],
  });
  await endLine(db, withdrawal, said, { from: 'pending', to: 'success' });
  return finish(db, withdrawal, said, 'paid');
}

/** Refused, or sent back after it was paid: the whole amount returns, the fee included. */
async function giveBack(
  db: Db,
  withdrawal: Withdrawal,
  said: PayoutRequeryAnswer,
  state: 'failed' | 'reversed',
): Promise<WithdrawalState> {
  const { transactionId, userId } = withdrawal;
  const amounts = amountsOf(withdrawal);
  const wallet = await userAccount(db, userId, 'wallet');
  const isReversal = state === 'reversed';
  const taken = isReversal
    ? (await paidLegs(db, amounts)).map((leg) => ({ ...leg, amountKobo: negate(leg.amountKobo) }))
    : [{ accountId: await houseAccount(db, 'in_flight'), amountKobo: negate(amounts.amountKobo) }];
  const posted = await post(db, {
    code: isReversal ? 'withdraw.reverse' : 'withdraw.return',
    reference: String(transactionId),
    legs: [...taken, { accountId: wallet, amountKobo: amounts.amountKobo }],
  });
  const balance = posted.outcome === 'posted' ? posted.balances.get(wallet) : undefined;
  if (balance === undefined)
    throw new Error(`withdrawal ${withdrawal.reference} did not return to its wallet`);
  await endLine(
    db,
    withdrawal,
    said,
    isReversal ? { from: 'success', to: 'refunded' } : { from: 'pending', to: 'failed' },
  );
  await recordLine(db, {
    id: await nextLineId(db),
    userId,
    type: 'refund',
    status: 'success',
    description: withdrawal.description,
    recipient: withdrawal.accountNumber,
    amountKobo: amounts.amountKobo,
    balance,
    relatedId: transactionId,
  });
  return finish(db, withdrawal, said, state);
}

/** The user has the money twice: they are not charged again behind their back (D5.10). */
async function payLate(db: Db, withdrawal: Withdrawal, said: PayoutRequeryAnswer): Promise<WithdrawalState> {
  const { payoutKobo } = amountsOf(withdrawal);
  await post(db, {
    code: 'withdraw.late_pay',
    reference: String(withdrawal.transactionId),
    legs: [
      { accountId: await houseAccount(db, 'loss', 'late_payout'), amountKobo: negate(payoutKobo) },
      { accountId: await houseAccount(db, 'bank'), amountKobo: payoutKobo },
    ],
  });
  return finish(db, withdrawal, said, 'paid_late');
}

const endLine = (
  db: Db,
  { transactionId }: Withdrawal,
  { providerReference, message }: PayoutRequeryAnswer,
  change: { from: 'pending' | 'success'; to: 'success' | 'failed' | 'refunded' },
): Promise<void> =>
  settleLine(db, {
    id: transactionId,
    ...change,
    supplierId: providerReference,
    supplierMessage: message,
  });

async function finish(
  db: Db,
  { transactionId, state: before }: Withdrawal,
  { providerReference, message, raw }: PayoutRequeryAnswer,
  state: WithdrawalState,
): Promise<WithdrawalState> {
  const finished = await db.run(
    `update withdrawals set state = $3, provider_reference = coalesce($4, provider_reference), message = coalesce($5, message),
       raw = coalesce($6, raw), answered_at = now(), next_check_at = null where transaction_id = $1 and state = $2`,
    [transactionId, before, state, providerReference, message, raw],
  );
  if (finished !== 1) throw new Error(`withdrawal ${transactionId} is not ${before} any more`);
  return state;
}

async function wait(
  db: Db,
  withdrawal: Withdrawal,
  said: PayoutRequeryAnswer,
  schedule: ScheduleSettings,
): Promise<WithdrawalState> {
  const { transactionId, sentAt } = withdrawal;
  const now = new Date();
  // 'processing' is an answer about this payout; a broken connection says nothing for or against knowing it.
  const isKnown = said.outcome === 'unknown' && said.reason === 'processing';
  const notFoundAt = isKnown
    ? null
    : (withdrawal.firstNotFoundAt ?? (said.outcome === 'not_found' ? now : null));
  const checkAt = nextCheckAt({ sentAt, firstNotFoundAt: notFoundAt }, now, schedule);
  const state = checkAt === null ? 'manual' : 'unknown';
  await db.run(
    `update withdrawals set state = $2, checks = checks + 1, first_not_found_at = $3, next_check_at = $4,
       provider_reference = coalesce($5, provider_reference), message = coalesce($6, message), raw = coalesce($7, raw),
       answered_at = now() where transaction_id = $1`,
    [transactionId, state, notFoundAt, checkAt, said.providerReference, said.message, said.raw],
  );
  return state;
}
