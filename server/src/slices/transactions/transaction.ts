/** A transaction as it stands in the database, and the one presenter that turns it into the specification's Transaction. */
import type { Receipt, Transaction } from '@jara/contract/calls/transactions.ts';
import { kobo, subtract, toNaira } from '@jara/contract/money.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import type { TransactionStatus, TransactionType } from '@jara/contract/constants.ts';

export interface TransactionRecord extends ClientFacts {
  id: bigint;
  userId: bigint;
  userName: string;
  reference: string;
  type: TransactionType;
  status: TransactionStatus;
  network: string | null;
  product: string | null;
  description: string;
  recipient: string | null;
  amountKobo: bigint;
  /** Of a purchase, and of its refund. */
  priceKobo: bigint | null;
  /** Of a funding or a withdrawal. */
  feeKobo: bigint | null;
  faceValueKobo: bigint | null;
  costKobo: bigint | null;
  balanceBefore: bigint | null;
  balanceAfter: bigint | null;
  supplierId: string | null;
  supplierMessage: string | null;
  tokens: string[];
  units: string | null;
  paymentLink: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

export interface Attempt {
  attempt: number;
  supplier: string;
  state:
    'sent' | 'unknown' | 'manual' | 'delivered' | 'refused' | 'reversed' | 'delivered_late' | 'reversed_late';
  sentAt: Date;
  answeredAt: Date | null;
  nextCheckAt: Date | null;
}

/** Columns of a Transaction; `t` is transactions and `u` its user. */
export const transactionColumns = `t.id, t.user_id as "userId", u.user_name as "userName", t.reference, t.type, t.status, t.network, t.product,
  t.description, t.recipient, t.amount_kobo as "amountKobo", t.price_kobo as "priceKobo", t.fee_kobo as "feeKobo", t.face_value_kobo as "faceValueKobo",
  t.cost_kobo as "costKobo", t.balance_before as "balanceBefore", t.balance_after as "balanceAfter", t.supplier_id as "supplierId",
  t.supplier_message as "supplierMessage", t.tokens, t.units, t.payment_link as "paymentLink", t.created_at as "createdAt",
  t.settled_at as "settledAt", t.client_reference as "clientReference", t.metadata`;

export const attemptColumns = `attempt, supplier, state, sent_at as "sentAt", answered_at as "answeredAt", next_check_at as "nextCheckAt"`;

const nairaOrNull = (amount: bigint | null): number | null =>
  amount === null ? null : toNaira(kobo(amount));

/** What was earned: known once delivered. */
function profitOf({ status, priceKobo, costKobo }: TransactionRecord): number {
  if (status !== 'success' || priceKobo === null || costKobo === null) return 0;
  return toNaira(subtract(kobo(priceKobo), kobo(costKobo)));
}

/** `staff` adds what only staff may see. */
export function presentTransaction(transaction: TransactionRecord, viewer: { staff: boolean }): Transaction {
  const profit = viewer.staff ? profitOf(transaction) : undefined;
  return {
    _id: String(transaction.id),
    reference: transaction.reference,
    clientReference: transaction.clientReference,
    metadata: transaction.metadata,
    trans_Type: transaction.type,
    trans_Status: transaction.status,
    trans_Network: transaction.network,
    trans_amount: toNaira(kobo(transaction.amountKobo)),
    trans_UserName: transaction.userName,
    phone_number: transaction.recipient,
    createdAt: transaction.createdAt.toISOString(),
    balance_Before: nairaOrNull(transaction.balanceBefore),
    balance_After: nairaOrNull(transaction.balanceAfter),
    apiResponse: transaction.supplierMessage,
    apiResponseId: transaction.supplierId,
    paymentLink: transaction.status === 'pending' ? transaction.paymentLink : null,
    product: transaction.product,
    description: transaction.description,
    recipient: transaction.recipient,
    charge: nairaOrNull(transaction.priceKobo ?? transaction.feeKobo),
    faceValue: nairaOrNull(transaction.faceValueKobo),
    token: transaction.tokens[0] ?? null,
    tokens: transaction.tokens,
    units: transaction.units,
    supplierMessage: transaction.supplierMessage,
    ...(profit === undefined ? {} : { profit, trans_profit: profit }),
  };
}

type Step = Receipt['timeline'][number];
const step = (at: Date, name: string, text: string): Step => ({ at: at.toISOString(), step: name, text });

function stepsOfAttempt(attempt: Attempt, network: string): Step[] {
  const steps = [
    step(
      attempt.sentAt,
      'sent',
      attempt.attempt === 1 ? `Sent to ${network}` : `Sent again by another route to ${network}`,
    ),
  ];
  const at = attempt.answeredAt ?? attempt.sentAt;
  switch (attempt.state) {
    case 'sent':
      break;
    case 'unknown':
      steps.push(step(at, 'waiting', `${network} has not confirmed yet. We keep asking`));
      break;
    case 'manual':
      steps.push(step(at, 'waiting', 'We are checking by hand'));
      break;
    case 'refused':
      steps.push(step(at, 'refused', `${network} did not accept it`));
      break;
    case 'delivered':
      steps.push(step(at, 'delivered', 'Delivered'));
      break;
    case 'reversed':
      steps.push(step(at, 'reversed', `${network} took it back`));
      break;
    case 'delivered_late':
      steps.push(step(at, 'delivered', 'Delivered after your money was returned. You are not charged again'));
      break;
    case 'reversed_late':
      steps.push(
        step(at, 'reversed', `${network} delivered after your money was returned, and took it back`),
      );
      break;
  }
  return steps;
}

/** A transaction without attempts is a movement that was done at once; only a card payment starts before it ends, and only it may fail. */
function stepsOfCredit(transaction: TransactionRecord): Step[] {
  const { type, feeKobo, status, createdAt, settledAt, balanceBefore, balanceAfter } = transaction;
  const isPayment = type === 'wallet' && feeKobo !== null;
  const started = isPayment ? [step(createdAt, 'made', 'Payment started')] : [];
  if (settledAt === null) return started;
  if (status === 'failed') return [...started, step(settledAt, 'refused', 'The payment did not go through')];
  if (type === 'referrer') return [step(settledAt, 'credited', 'In your earnings')];
  if (balanceBefore !== null && balanceAfter !== null && balanceAfter < balanceBefore)
    return [step(settledAt, 'paid', 'Paid from your wallet')];
  return [...started, step(settledAt, 'credited', 'In your wallet')];
}

const isSent = ({ balanceBefore, balanceAfter }: TransactionRecord): boolean =>
  balanceBefore !== null && balanceAfter !== null && balanceAfter < balanceBefore;

function stepsOfTransfer({ createdAt }: TransactionRecord): Step[] {
  return [
    step(createdAt, 'paid', 'Paid from your wallet'),
    step(createdAt, 'credited', "In the receiver's wallet"),
  ];
}

function stepsOfWithdrawal({ status, createdAt, settledAt }: TransactionRecord): Step[] {
  const steps = [
    step(createdAt, 'made', 'Withdrawal received'),
    step(createdAt, 'paid', 'Paid from your wallet'),
    step(createdAt, 'sent', 'Sent to the bank'),
  ];
  if (settledAt === null) {
    return [...steps, step(createdAt, 'waiting', 'The bank has not confirmed yet. We keep asking')];
  }
  const returned = step(settledAt, 'returned', 'Your money is back in your wallet');
  if (status === 'failed')
    return [...steps, step(settledAt, 'refused', 'The bank did not accept it'), returned];
  if (status === 'refunded')
    return [...steps, step(settledAt, 'reversed', 'The bank sent it back'), returned];
  return [...steps, step(settledAt, 'delivered', 'In the bank account')];
}

function timelineOf(transaction: TransactionRecord, attempts: readonly Attempt[]): Step[] {
  if (transaction.type === 'withdraw') return stepsOfWithdrawal(transaction);
  if (transaction.type === 'transfer' && isSent(transaction)) return stepsOfTransfer(transaction);
  if (attempts.length === 0) return stepsOfCredit(transaction);
  const made = step(transaction.createdAt, 'made', 'Order received');
  const network = transaction.network ?? 'the network';
  const steps = [made, step(transaction.createdAt, 'paid', 'Paid from your wallet')];
  for (const attempt of attempts) steps.push(...stepsOfAttempt(attempt, network));
  if (
    transaction.settledAt !== null &&
    (transaction.status === 'failed' || transaction.status === 'refunded')
  ) {
    steps.push(step(transaction.settledAt, 'returned', 'Your money is back in your wallet'));
  }
  return steps;
}

export function presentReceipt(
  transaction: TransactionRecord,
  attempts: readonly Attempt[],
  viewer: { staff: boolean },
): Receipt {
  const nextCheckAt = transaction.status === 'pending' ? attempts.at(-1)?.nextCheckAt : undefined;
  return {
    ...presentTransaction(transaction, viewer),
    timeline: timelineOf(transaction, attempts),
    // The epoch stands for a hint of the supplier: it is asked now.
    ...(nextCheckAt instanceof Date && {
      nextCheckAt: new Date(Math.max(nextCheckAt.getTime(), Date.now())).toISOString(),
    }),
  };
}
