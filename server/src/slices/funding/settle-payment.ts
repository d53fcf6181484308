/**
 * Ends a card payment. Hook, return page and job all come here, any number of times and in any order: a payment is credited at most
 * once, with what the gateway's verify call says was paid, to the user who was stored when it was opened. Nothing that a browser or a
 * hook claims is believed. A failed payment can still be paid later; only credited and suspense are final.
 */
import { kobo, negate, percentOf, subtract, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { houseAccount, userAccount } from '../../ledger/chart.ts';
import { post, postInto } from '../../ledger/post.ts';
import type { VerifyAnswer } from '../../outside/cards/cards.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { failPayment } from '../transactions/settle-transaction.ts';
import { secondsToNextCheck, UNOPENED_AFTER_SECONDS } from './schedule.ts';

export type PaymentState = 'initiated' | 'failed' | 'credited' | 'suspense';

interface Payment {
  transactionId: bigint;
  userId: bigint;
  gateway: string;
  reference: string;
  amountKobo: bigint;
  /** The fee that the payer saw. */
  feeKobo: bigint;
  state: PaymentState;
  ageSeconds: number;
  hasLink: boolean;
}

const selectPayment = `
  select p.transaction_id as "transactionId", p.user_id as "userId", p.gateway, p.reference, p.amount_kobo as "amountKobo",
    t.fee_kobo as "feeKobo", p.state, extract(epoch from now() - p.created_at)::float8 as "ageSeconds", t.payment_link is not null as "hasLink"
  from payments p join transactions t on t.id = p.transaction_id where p.reference = $1`;

const isFinal = (state: PaymentState): boolean => state === 'credited' || state === 'suspense';

/** Gives the payment's state afterwards, or undefined for a reference that is not ours. */
export async function settlePayment(context: Context, reference: string): Promise<PaymentState | undefined> {
  const { pool, cards, events } = context;
  const found = await pool.find<Payment>(selectPayment, [reference]);
  if (found === undefined || isFinal(found.state)) return found?.state;

  crashPoint('card.verify.before_call');
  const said = await cards.verify(reference);
  crashPoint('card.verify.after_call');

  const { payment, state } = await pool.commit(async (db) => {
    const locked = await db.get<Payment>(`${selectPayment} for update of p`, [reference]);
    const after = isFinal(locked.state) ? locked.state : await settle(db, context, locked, said);
    crashPoint('card.settle.before_commit');
    return { payment: locked, state: after };
  });
  crashPoint('card.settle.after_commit');
  if (state !== payment.state) {
    events.publish(payment.userId, { type: 'transaction', _id: String(payment.transactionId) });
  }
  return state;
}

async function settle(
  db: Db,
  { log, config }: Context,
  payment: Payment,
  said: VerifyAnswer,
): Promise<PaymentState> {
  const { reference, gateway, hasLink, ageSeconds } = payment;
  if (said.outcome === 'paid') {
    if (said.currency !== 'NGN') {
      const { currency } = said;
      log.error({ reference, gateway, currency }, 'paid in another currency: the money waits in suspense');
      return suspend(db, payment, said);
    }
    if (said.amountKobo !== payment.amountKobo) {
      const amounts = { askedKobo: String(payment.amountKobo), paidKobo: String(said.amountKobo) };
      log.warn(
        { reference, gateway, ...amounts },
        'another amount than asked for was paid: that is credited',
      );
    }
    return credit(db, payment, said, feeFor(payment, said, config.funding.feeBasisPoints));
  }
  if (said.outcome === 'failed') return fail(db, payment, said.message);
  if (said.outcome === 'unknown') {
    log.warn(
      { reference, gateway, reason: said.reason },
      'the card gateway did not say what became of a payment',
    );
    return wait(db, payment);
  }
  return !hasLink && ageSeconds > UNOPENED_AFTER_SECONDS
    ? fail(db, payment, 'The payment could not be opened')
    : wait(db, payment);
}

interface Paid {
  amountKobo: Kobo;
  currency: string;
  providerReference: string | null;
}

/** What the payer was told, whatever the fee is by now; of another sum, today's. */
const feeFor = ({ amountKobo, feeKobo }: Payment, paid: Paid, feeBasisPoints: number): Kobo =>
  paid.amountKobo === amountKobo ? kobo(feeKobo) : splitPayment(paid.amountKobo, feeBasisPoints).feeKobo;

async function credit(db: Db, payment: Payment, paid: Paid, feeKobo: Kobo): Promise<PaymentState> {
  const creditKobo = subtract(paid.amountKobo, feeKobo);
  const wallet = await userAccount(db, payment.userId, 'wallet');
  const balance = await postInto(db, wallet, {
    code: 'funding.card',
    reference: `${payment.gateway}:${payment.reference}`,
    legs: [
      { accountId: await houseAccount(db, 'gateway', payment.gateway), amountKobo: negate(paid.amountKobo) },
      { accountId: wallet, amountKobo: creditKobo },
      { accountId: await houseAccount(db, 'revenue', 'funding'), amountKobo: feeKobo },
    ],
  });
  const { isCredited } = await db.get<{ isCredited: boolean }>(
    'select credit_transaction($1, $2, $3, $4, $5, $6, $7) as "isCredited"',
    [
      payment.transactionId,
      creditKobo,
      feeKobo,
      paid.amountKobo,
      balance.before,
      balance.after,
      paid.providerReference,
    ],
  );
  if (!isCredited) throw new Error(`payment ${payment.reference} was credited already`);
  return finish(db, payment, 'credited', paid);
}

/** The money is there but cannot be credited as naira: it stays apart until staff decide. */
async function suspend(db: Db, payment: Payment, paid: Paid): Promise<PaymentState> {
  await post(db, {
    code: 'funding.suspense',
    reference: `${payment.gateway}:${payment.reference}`,
    reason: `paid in ${paid.currency}`,
    legs: [
      { accountId: await houseAccount(db, 'gateway', payment.gateway), amountKobo: negate(paid.amountKobo) },
      { accountId: await houseAccount(db, 'suspense'), amountKobo: paid.amountKobo },
    ],
  });
  const message = `Paid in ${paid.currency} instead of naira. Please contact support`;
  await failPayment(db, payment.transactionId, message, paid.providerReference);
  return finish(db, payment, 'suspense', paid);
}

async function finish(
  db: Db,
  payment: Payment,
  state: 'credited' | 'suspense',
  paid: Paid,
): Promise<PaymentState> {
  const finished = await db.run(
    `update payments set state = $2, paid_kobo = $3, provider_reference = $4, checks = checks + 1, next_check_at = null,
       settled_at = now() where transaction_id = $1 and state in ('initiated', 'failed')`,
    [payment.transactionId, state, paid.amountKobo, paid.providerReference],
  );
  if (finished !== 1) throw new Error(`payment ${payment.reference} was final already`);
  return state;
}

/** Goes on asking, since the person may try another card at the same link and the hook of that may be lost. */
async function fail(db: Db, payment: Payment, message: string): Promise<PaymentState> {
  if (payment.state === 'initiated') await failPayment(db, payment.transactionId, message);
  await scheduleNext(db, payment, 'failed', secondsToNextCheck(payment.ageSeconds));
  return 'failed';
}

async function wait(db: Db, payment: Payment): Promise<PaymentState> {
  const seconds = secondsToNextCheck(payment.ageSeconds);
  if (seconds === null) return fail(db, payment, 'The payment was not made in time');
  await scheduleNext(db, payment, payment.state, seconds);
  return payment.state;
}

async function scheduleNext(
  db: Db,
  payment: Payment,
  state: PaymentState,
  seconds: number | null,
): Promise<void> {
  await db.run(
    `update payments set state = $2, checks = checks + 1, next_check_at = now() + make_interval(secs => $3) where transaction_id = $1`,
    [payment.transactionId, state, seconds],
  );
}

/** The fee on a payment and what is left of it: rounded half up to the kobo, once. */
export function splitPayment(amountKobo: Kobo, feeBasisPoints: number): { feeKobo: Kobo; creditKobo: Kobo } {
  const feeKobo = percentOf(amountKobo, feeBasisPoints);
  return { feeKobo, creditKobo: subtract(amountKobo, feeKobo) };
}
