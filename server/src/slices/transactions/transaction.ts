/** A transaction as it stands in the database, and the one presenter that turns it into the specification's Transaction. */
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import type { TransactionStatus, TransactionType } from '@jara/contract/constants.ts';
import { profitSql } from '../../ledger/profit.ts';
import type { AttemptState } from '../../ledger/states.ts';

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
  /** Null where nothing was earned or lost. */
  profitKobo: bigint | null;
  balanceBefore: bigint | null;
  balanceAfter: bigint | null;
  /** Of a purchase: who was asked last. For staff alone. */
  supplierName: string | null;
  supplierId: string | null;
  supplierMessage: string | null;
  tokens: string[];
  units: string | null;
  paymentLink: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

/** A sending to a supplier, or the one to the bank. */
export interface Attempt {
  attempt: number;
  supplier: string;
  state: AttemptState;
  /** Null of a withdrawal that was never sent. */
  sentAt: Date | null;
  answeredAt: Date | null;
  nextCheckAt: Date | null;
  /** Of one that was taken back: when its delivery was booked. */
  deliveredAt?: Date | null;
}

/** Columns of a Transaction; `t` is transactions and `u` its user. */
export const transactionColumns = `t.id, t.user_id as "userId", u.user_name as "userName", t.reference, t.type, t.status, t.network, t.product,
  t.description, t.recipient, t.amount_kobo as "amountKobo", t.price_kobo as "priceKobo", t.fee_kobo as "feeKobo", t.face_value_kobo as "faceValueKobo",
  ${profitSql} as "profitKobo", t.balance_before as "balanceBefore", t.balance_after as "balanceAfter", t.supplier as "supplierName", t.supplier_id as "supplierId",
  t.supplier_message as "supplierMessage", t.tokens, t.units, t.payment_link as "paymentLink", t.created_at as "createdAt",
  t.settled_at as "settledAt", t.client_reference as "clientReference", t.metadata`;

const nairaOrNull = (amount: bigint | null): number | null =>
  amount === null ? null : toNaira(kobo(amount));

/** `staff` adds what only staff may see. */
export function presentTransaction(transaction: TransactionRecord, viewer: { staff: boolean }): Transaction {
  const profit = viewer.staff ? toNaira(kobo(transaction.profitKobo ?? 0n)) : undefined;
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
    ...(viewer.staff && { supplierName: transaction.supplierName }),
  };
}
