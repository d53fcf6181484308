/** The answer to the buyer: status, sentence and receipt for whatever state the purchase is in. */
import { isStaff } from '@jara/contract/is-staff.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import type { CallReply } from '@jara/contract/api.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { replayedHeaders } from '../../platform/idempotency.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply } from '../../platform/serve.ts';
import type { Context } from '../../app/context.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { getReceipt } from '../transactions/find-receipt.ts';
import { presentReceipt } from '../transactions/receipt.ts';
import { receiptCode } from '../transactions/receipt-code.ts';
import type { BuyResult } from './purchases.ts';

type BuyReply = CallReply<'buyAirtime'>;

function sentenceFor(receipt: Receipt): string {
  const to = formatPhone(receipt.recipient ?? '');
  const price = () => formatNaira(receipt.charge ?? 0);
  switch (receipt.trans_Status) {
    case 'success':
      if (receipt.trans_Type === 'electricity') return electricitySentence(receipt);
      return `${receipt.description} reached ${to}`;
    case 'pending':
      return `Paid. We are waiting for ${receipt.trans_Network ?? 'the network'}; your ${price()} is held, not lost`;
    case 'refunded':
      return `${receipt.description} was taken back. ${price()} is back in your wallet`;
    default:
      return `${receipt.trans_Network ?? 'The network'} did not accept this purchase. ${price()} is back in your wallet`;
  }
}

/** Every token, in the order in which they are entered. */
function electricitySentence({ description, recipient, tokens, units }: Receipt): string {
  if (tokens.length === 0) return `${description} was paid to meter ${recipient ?? ''}`;
  const grouped = tokens.map((token) => token.replace(/(\d{4})(?=\d)/g, '$1-'));
  const bought = units === null ? '' : `, ${units} kWh`;
  return `${tokens.length === 1 ? 'Your token is' : 'Enter these tokens one after the other:'} ${grouped.join(', then ')}${bought}`;
}

function replyFor({ keys }: Context, receipt: Receipt, isReplay: boolean): Reply<BuyReply> {
  const msg = sentenceFor(receipt);
  const headers = isReplay ? replayedHeaders : {};
  // Not delivered, for certain: a refusal, with the receipt that shows the return.
  if (receipt.trans_Status === 'failed') refuse('supplier_refused', { msg, body: { receipt }, headers });
  const slip = receiptCode(keys, receipt.reference);
  return new Reply(receipt.trans_Status === 'pending' ? 202 : 200, { msg, receipt, slip }, headers);
}

/** Refuses with possible_duplicate (and the first receipt) and supplier_refused (and the receipt). */
export async function answerFor(
  context: Context,
  buyer: Principal,
  result: BuyResult,
): Promise<Reply<BuyReply>> {
  const viewer = { staff: isStaff(buyer) };
  if (result.outcome === 'bought') {
    const receipt = presentReceipt(
      result.purchase.transaction,
      { attempts: result.purchase.attempts },
      viewer,
    );
    return replyFor(context, receipt, result.isReplay);
  }
  const transaction = { id: result.transactionId };
  const receipt = await getReceipt(context.pool, { transaction, ownerId: buyer.userId, staff: viewer.staff });
  if (result.outcome === 'possible_duplicate') refuse('possible_duplicate', { body: { receipt } });
  return replyFor(context, receipt, result.isReplay);
}
