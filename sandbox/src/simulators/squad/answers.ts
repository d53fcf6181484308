/** The gateway's words. Amounts are kobo. */
import type { Link } from './links.ts';
import type { Payout } from './payouts.ts';
import type { Complaints } from './read-initiate.ts';

/** The gateway keeps 1.2 % of a local card payment, at most N1,500. */
const FEE_BASIS_POINTS = 120;
const FEE_CAP_KOBO = 150_000;

function success(data: unknown): Record<string, unknown> {
  return { status: 200, success: true, message: 'Success', data };
}

export function failure(status: number, message: string): Record<string, unknown> {
  return { status, success: false, message, data: {} };
}

export function validationProblem(errors: Complaints): Record<string, unknown> {
  return {
    type: 'https://tools.ietf.org/html/rfc7231#section-6.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    errors,
  };
}

interface Merchant {
  id: string;
  name: string;
}

export function initiateAnswer({ record }: Link, checkoutUrl: string, merchant: Merchant): unknown {
  return success({
    auth_url: null,
    access_token: null,
    merchant_info: { merchant_name: merchant.name, merchant_logo: null, merchant_id: merchant.id },
    currency: 'NGN',
    recurring: { frequency: null, duration: null, type: 0, plan_code: null, customer_name: null },
    is_recurring: false,
    plan_code: null,
    callback_url: record.callbackUrl,
    transaction_ref: record.reference,
    transaction_memo: null,
    transaction_amount: record.amountKobo,
    authorized_channels: ['card'],
    checkout_url: checkoutUrl,
  });
}

export function verifyAnswer({ record, status, paidAt }: Link, merchantName: string): unknown {
  return success({
    transaction_amount: record.amountKobo,
    transaction_ref: record.reference,
    email: record.email,
    transaction_status: status,
    transaction_currency_id: 'NGN',
    created_at: new Date(paidAt ?? record.at).toISOString(),
    transaction_type: 'Card',
    merchant_name: merchantName,
    merchant_business_name: null,
    gateway_transaction_ref: record.gatewayReference,
    recurring: null,
    merchant_email: null,
    plan_code: null,
    meta: record.meta,
  });
}

/** The event of a payment. Its status is spelled with a capital, unlike the one of the verify call. */
export function chargeEvent({ record }: Link, paidAt: number, merchantId: string): unknown {
  const feeKobo = Math.min(Math.round((record.amountKobo * FEE_BASIS_POINTS) / 10_000), FEE_CAP_KOBO);
  return {
    Event: 'charge_successful',
    TransactionRef: record.reference,
    Body: {
      amount: record.amountKobo,
      transaction_ref: record.reference,
      gateway_ref: record.gatewayReference,
      transaction_status: 'Success',
      email: record.email,
      merchant_id: merchantId,
      currency: 'NGN',
      transaction_type: 'Card',
      merchant_amount: record.amountKobo - feeKobo,
      created_at: new Date(paidAt).toISOString(),
      meta: record.meta,
      is_recurring: false,
      payment_information: { payment_type: 'card', pan: '539983******8381', card_type: 'mastercard' },
    },
  };
}

export function lookupAnswer(accountName: string, accountNumber: string): unknown {
  return success({ account_name: accountName, account_number: accountNumber });
}

const transferWords = {
  successful: 'success',
  processing: 'pending',
  failed: 'failed',
  reversed: 'reversed',
} as const;

/** What is known of a transfer to a bank account, in answer to the transfer and to a requery. */
export function payoutAnswer({ record, state }: Payout): Record<string, unknown> {
  const paid = state === 'successful';
  return {
    status: 200,
    success: paid,
    message: paid ? 'Success' : `Transfer ${transferWords[state]}`,
    data: {
      transaction_reference: record.reference,
      transaction_status: transferWords[state],
      response_description: paid ? 'Approved or completed successfully' : `Transfer ${transferWords[state]}`,
      currency_id: 'NGN',
      amount: String(record.amountKobo),
      nip_transaction_reference: paid ? record.nipReference : null,
      account_number: record.accountNumber,
      account_name: record.accountName,
      bank_code: record.bankCode,
      remark: record.remark,
    },
  };
}

export function reversedAnswer(payout: Payout): Record<string, unknown> {
  return { ...payoutAnswer(payout), status: 412 };
}

/** No row has a time, and a page does not say how many there are. */
export function payoutListAnswer(payouts: readonly Payout[]): unknown {
  return success(
    payouts.map(({ record, state }) => ({
      account_number_credited: record.accountNumber,
      amount_debited: String(record.amountKobo),
      total_amount_debited: String(record.amountKobo),
      success: state === 'successful',
      recipient: record.accountName,
      bank_code: record.bankCode,
      transaction_reference: record.reference,
      transaction_status: transferWords[state],
      switch_transaction: null,
    })),
  );
}

export function balanceAnswer(balanceKobo: number, merchantId: string): unknown {
  return success({
    merchant_id: merchantId,
    balance: String(balanceKobo),
    currency_id: 'NGN',
    system: false,
  });
}
