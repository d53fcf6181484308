/** VTpass's words: a code for the call, and inside a word for the order. */
import { PLANS } from '../../data/plans.ts';
import { visibleTokens } from '../supplier/supplier-simulator.ts';
import type { Order } from '../supplier/orders.ts';
import { serviceOf, variationCode } from './services.ts';

const descriptions = {
  '000': 'TRANSACTION SUCCESSFUL',
  '010': 'VARIATION CODE DOES NOT EXIST',
  '011': 'INVALID ARGUMENTS',
  '012': 'PRODUCT DOES NOT EXIST',
  '013': 'BELOW MINIMUM AMOUNT ALLOWED',
  '014': 'REQUEST ID ALREADY EXIST',
  '015': 'INVALID REQUEST ID',
  '016': 'TRANSACTION FAILED',
  '017': 'ABOVE MAXIMUM AMOUNT ALLOWED',
  '018': 'LOW WALLET BALANCE',
  '040': 'TRANSACTION REVERSAL',
  '085': 'IMPROPER REQUEST ID',
  '087': 'INVALID CREDENTIALS',
  '099': 'TRANSACTION IS PROCESSING',
} as const;
export type Code = keyof typeof descriptions;

export const BROKEN_PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>502 Bad Gateway</title></head>
<body><h1>502 Bad Gateway</h1></body></html>
`;

/** An answer without an order. */
export const plainBody = (code: Code, requestId?: string): Record<string, unknown> => ({
  code,
  response_description: descriptions[code],
  ...(requestId === undefined ? {} : { requestId }),
  content: { errors: descriptions[code] },
});

const words = {
  processing: 'pending',
  successful: 'delivered',
  failed: 'failed',
  reversed: 'reversed',
} as const;

/** The code that goes with the order's state. An order that ends badly after 10 s says 000 and `pending` first, as the real one may. */
function codeOf({ record, state }: Order): Code {
  if (state === 'processing') return record.dueState === 'failed' ? '000' : '099';
  return ({ successful: '000', failed: '016', reversed: '040' } as const)[state];
}

export function orderBody(order: Order): Record<string, unknown> {
  const { record } = order;
  const code = codeOf(order);
  const tokens = visibleTokens(order);
  const [first] = tokens.slice(-1);
  return {
    code,
    content: { transactions: transactionOf(order) },
    response_description: descriptions[code],
    requestId: record.reference,
    amount: record.amountKobo / 100,
    transaction_date: new Date(record.at).toISOString(),
    purchased_code: first === undefined ? '' : `Token : ${first}`,
    ...(first === undefined
      ? {}
      : {
          token: first,
          units: `${record.meter?.units} kWh`,
          ...(tokens.length > 1 ? { kct1: tokens[0], kct2: tokens[1] } : {}),
        }),
  };
}

function transactionOf({ record, state }: Order): Record<string, unknown> {
  const plan = record.planId === null ? undefined : PLANS[record.planId - 1];
  return {
    status: words[state],
    product_name: record.meter?.disco ?? `${record.network} ${record.kind}`,
    unique_element: record.recipient,
    unit_price: record.amountKobo / 100,
    quantity: 1,
    service_verification: null,
    channel: 'api',
    commission: (record.amountKobo - record.costKobo) / 100,
    total_amount: record.costKobo / 100,
    type: record.kind,
    variation_code: plan === undefined ? (record.meter?.type ?? null) : variationCode(plan),
    serviceID: serviceOf(record.network, record.meter?.disco),
    // Longer than a token, and no token.
    transactionId: `17${String(record.id).padStart(24, '0')}`,
  };
}

export const hookBody = (order: Order): Record<string, unknown> => ({
  type: 'transaction-update',
  data: orderBody(order),
});
