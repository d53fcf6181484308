export interface Initiate {
  /** Null when the merchant leaves the choice to the gateway. */
  reference: string | null;
  amountKobo: number;
  email: string;
  customerName: string | null;
  callbackUrl: string | null;
  meta: unknown;
}

/** Field name to complaints, as the gateway's validation errors list them. */
export type Complaints = Record<string, string[]>;

const LEAST_AMOUNT_KOBO = 100;
const MOST_AMOUNT_KOBO = 1_000_000_000;

/** Checks the body of `POST /transaction/initiate`. Amounts are whole kobo. */
export function readInitiate(body: unknown): Initiate | Complaints {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const complaints: Complaints = {};
  const {
    amount,
    email,
    currency,
    initiate_type: type,
    transaction_ref: reference,
    callback_url: callback,
  } = fields;

  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email))
    complaints['email'] = ['A valid email is required'];
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount))
    complaints['amount'] = ['The amount must be a whole number of kobo'];
  else if (amount < LEAST_AMOUNT_KOBO || amount > MOST_AMOUNT_KOBO)
    complaints['amount'] = ['The amount is outside of the allowed range'];
  if (currency !== 'NGN') complaints['currency'] = ['The currency must be NGN'];
  if (type !== 'inline') complaints['initiate_type'] = ['The initiate type must be inline'];
  if (!isAbsent(reference) && !isReference(reference))
    complaints['transaction_ref'] = ['The transaction reference has characters that are not allowed'];
  if (!isAbsent(callback) && !isWebAddress(callback))
    complaints['callback_url'] = ['The callback address is not valid'];
  if (Object.keys(complaints).length > 0) return complaints;

  return {
    reference: isReference(reference) ? reference : null,
    amountKobo: Number(amount),
    email: String(email),
    customerName: typeof fields['customer_name'] === 'string' ? fields['customer_name'] : null,
    callbackUrl: isWebAddress(callback) ? callback : null,
    meta: fields['metadata'] ?? null,
  };
}

export function isComplaints(read: Initiate | Complaints): read is Complaints {
  return !('amountKobo' in read);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]{1,100}$/.test(value);
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
