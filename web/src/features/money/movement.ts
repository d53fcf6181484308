/**
 * One thing that moves the money of the wallet, as it is agreed to in the confirm step: what it is in words, what it costs, and the
 * call that carries it out. Buying, sending, withdrawing and redeeming differ here and nowhere else on the way to the receipt.
 */
import {
  airtimeNetworkCodes,
  dataNetworkCodes,
  type MeterCompany,
  type MeterType,
  type Network,
} from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import { airtimeWords, electricityWords } from '@jara/contract/product-words.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import type { ReceiptAnswer } from '../../platform/queries.ts';
import { unlessHeld } from '../../platform/held.ts';
import { send } from '../../platform/send.ts';
import { planSummary, volumeWords, type PlanFacts } from '../../shared/plan-row.tsx';

interface Common {
  /** Naira that leave the wallet; what the person has seen and agrees to. 0 when none do. */
  leaves: number;
}

interface PhonePurchase extends Common {
  network: Network;
  /** 11 digits. */
  phone: string;
  /** Who that is, when it is known. */
  name?: string;
  /** Save the number under this name once it is bought. */
  nickname?: string;
}

export type Purchase =
  | (PhonePurchase & { kind: 'airtime'; amount: number })
  | (PhonePurchase & { kind: 'data'; planId: number; plan: PlanFacts });

export interface ElectricityPurchase extends Common {
  kind: 'electricity';
  disco: MeterCompany;
  meterId: number;
  meterType: MeterType;
  meterNumber: string;
  /** Whose meter it is, as the company says. */
  owner?: string;
  /** Whole naira of electricity; the fee comes on top of it. */
  amount: number;
}

export interface Transfer extends Common {
  kind: 'transfer';
  userName: string;
  /** Masked. */
  name: string;
  amount: number;
  note?: string;
  /** Of an admin, whose transfer is issued and leaves no wallet; for the audit. */
  reason?: string;
}

export interface Withdrawal extends Common {
  kind: 'withdraw';
  bankName: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  /** Naira that the bank gets: what leaves the wallet, without the fee. */
  received: number;
}

export interface Redemption extends Common {
  kind: 'coupon';
  code: string;
}

export type Movement = Purchase | ElectricityPurchase | Transfer | Withdrawal | Redemption;
export type MovementKind = Movement['kind'];

/** What is bought or done, in one line. */
export function movementWords(movement: Movement): string {
  switch (movement.kind) {
    case 'airtime':
      return airtimeWords(movement.network, movement.amount);
    case 'data':
      return planSummary({ ...movement.plan, amount: movement.leaves });
    case 'electricity':
      return electricityWords(movement.disco, movement.amount, movement.meterType);
    case 'transfer':
      return `Transfer of ${formatNaira(movement.amount)}`;
    case 'withdraw':
      return `Withdrawal of ${formatNaira(movement.leaves)}`;
    case 'coupon':
      return 'Coupon';
  }
}

/** What is bought, where network and price stand beside it. */
export function productWords(purchase: Purchase): string {
  if (purchase.kind === 'airtime') return `Airtime ${formatNaira(purchase.amount)}`;
  const { name, validity, type } = purchase.plan;
  return `${volumeWords(name)} \u00b7 ${validity} \u00b7 ${type}`;
}

/** Whom or what it is for, as people read it. */
export function recipientWords(movement: Movement): string {
  switch (movement.kind) {
    case 'airtime':
    case 'data':
      return formatPhone(movement.phone);
    case 'electricity':
      return `meter ${groupDigits(movement.meterNumber)}`;
    case 'transfer':
      return `${movement.name} (${movement.userName})`;
    case 'withdraw':
      return `${movement.accountName}, ${movement.bankName} ${movement.accountNumber}`;
    case 'coupon':
      return movement.code;
  }
}

/** The digits of a meter or of a token, in groups of four. */
export function groupDigits(digits: string, sign = ' '): string {
  return digits.replace(/(\d{4})(?=\d)/g, `$1${sign}`);
}

/** The same thing for the same recipient; the price may have changed. */
export function isSameMovement(a: Movement, b: Movement): boolean {
  return sameness(a) === sameness(b);
}

/** The same for movements that are the same, whatever they cost. */
export function sameness(movement: Movement): string {
  switch (movement.kind) {
    case 'airtime':
      return [movement.kind, movement.network, movement.phone, movement.amount].join('|');
    case 'data':
      return [movement.kind, movement.network, movement.phone, movement.planId].join('|');
    case 'electricity':
      return [
        movement.kind,
        movement.meterId,
        movement.meterType,
        movement.meterNumber,
        movement.amount,
      ].join('|');
    case 'transfer':
      return [movement.kind, movement.userName, movement.amount, movement.note ?? ''].join('|');
    case 'withdraw':
      return [movement.kind, movement.bankCode, movement.accountNumber, movement.leaves].join('|');
    case 'coupon':
      return [movement.kind, movement.code].join('|');
  }
}

/** Whether a transaction of the wallet is this movement, done before. */
export function isTransactionOf(transaction: Transaction, movement: Movement): boolean {
  switch (movement.kind) {
    case 'airtime':
      return isPurchaseOf(transaction, movement) && transaction.faceValue === movement.amount;
    case 'data':
      return (
        isPurchaseOf(transaction, movement) &&
        transaction.product === `${movement.network}-${movement.plan.type}` &&
        transaction.charge === movement.leaves
      );
    case 'electricity':
      return (
        transaction.trans_Type === 'electricity' &&
        transaction.recipient === movement.meterNumber &&
        transaction.trans_Network === movement.disco &&
        transaction.faceValue === movement.amount
      );
    case 'transfer':
      return (
        transaction.trans_Type === 'transfer' &&
        transaction.trans_amount === movement.amount &&
        transaction.description.startsWith(`To ${movement.name} (${movement.userName})`)
      );
    case 'withdraw':
      return (
        transaction.trans_Type === 'withdraw' &&
        transaction.recipient === movement.accountNumber &&
        transaction.trans_amount === movement.leaves
      );
    case 'coupon':
      return false;
  }
}

function isPurchaseOf(transaction: Transaction, { kind, phone, network }: Purchase): boolean {
  return (
    transaction.trans_Type === kind &&
    transaction.recipient === phone &&
    transaction.trans_Network === network
  );
}

/** Makes the call. The same key and the same movement are the same request, however often it goes out. */
export async function carryOut(movement: Movement, key: string, force: boolean): Promise<ReceiptAnswer> {
  const again = force && { force };
  switch (movement.kind) {
    case 'airtime': {
      const { network, phone, amount, leaves } = movement;
      const wanted = { network: airtimeNetworkCodes[network], mobile_number: phone, amount };
      return send('buyAirtime', { ...wanted, expectedAmount: leaves, ...again }, { key });
    }
    case 'data': {
      const { network, phone, planId, leaves } = movement;
      const wanted = { network: dataNetworkCodes[network], mobile_number: phone, plan: planId };
      return send('buyData', { ...wanted, expectedAmount: leaves, ...again }, { key });
    }
    case 'electricity': {
      const { meterId, meterNumber, meterType, amount, leaves } = movement;
      const wanted = { meterId, meterNumber, meterType, amount };
      return send('buyElectricity', { ...wanted, expectedAmount: leaves, ...again }, { key });
    }
    case 'transfer': {
      const { userName, amount, note, reason } = movement;
      const words = { ...(note !== undefined && { note }), ...(reason !== undefined && { reason }) };
      return unlessHeld(await send('transferFund', { userName, amount, ...words }, { key }));
    }
    case 'withdraw': {
      const { bankName, bankCode, accountNumber, accountName, leaves } = movement;
      const account = { bankName, bankCode, accountNumber, accountName };
      return send('withdraw', { ...account, amount: leaves }, { key });
    }
    case 'coupon':
      return send('redeemCoupon', { coupon: movement.code }, { key });
  }
}
