/** Sends an order and says what became of it. One flight per key: whoever asks again while it is on its way joins it. */
import type { QueryClient } from '@tanstack/react-query';
import type { Receipt } from '@jara/contract/transactions.ts';
import { keys, noteReceipt, refreshMoney } from '../queries.ts';
import { Refusal, send, Unreachable, wordsOf, type CallReply } from '../send.ts';
import { toast } from '../ui/toast.tsx';
import { airtimeBody, dataBody, forgetOrder, keepOrder, type Order } from './checkout-order.ts';
import { clearDraft } from './draft.ts';

export type Outcome =
  /** Delivered, or paid and on its way. */
  | { state: 'bought'; receipt: Receipt }
  /** The network refused; the money is back. */
  | { state: 'returned'; receipt: Receipt }
  | { state: 'price_changed'; price: number }
  | { state: 'duplicate'; receipt: Receipt }
  /** Nothing was bought, for the reason in `words`. */
  | { state: 'refused'; code: Refusal['code']; words: string }
  /** Nobody knows: the order keeps its key and may be sent again. */
  | { state: 'unsure' };

const flights = new Map<string, Promise<Outcome>>();

/** Settles storage, caches and the contact by itself, also when the screen that asked is gone. Never throws. */
export function submitOrder(queryClient: QueryClient, order: Order): Promise<Outcome> {
  const running = flights.get(order.key);
  if (running !== undefined) return running;
  const flight = carryOut(queryClient, order).finally(() => flights.delete(order.key));
  flights.set(order.key, flight);
  return flight;
}

async function carryOut(queryClient: QueryClient, order: Order): Promise<Outcome> {
  const sent: Order = { ...order, sentAt: Date.now() };
  keepOrder(sent);
  const outcome = await ask(sent);
  switch (outcome.state) {
    case 'bought':
      forgetOrder(order.key);
      clearDraft(order.purchase.kind);
      void noteReceipt(queryClient, outcome.receipt);
      void saveContact(queryClient, order);
      break;
    case 'returned':
      forgetOrder(order.key);
      queryClient.setQueryData(keys.transaction(outcome.receipt._id), { receipt: outcome.receipt });
      void refreshMoney(queryClient);
      break;
    case 'unsure':
      keepOrder({ ...sent, isUnsure: true });
      void refreshMoney(queryClient);
      break;
    case 'price_changed':
    case 'duplicate':
    case 'refused':
      // Nothing was bought now. Whether an earlier try of the same order arrived is known only when its key was looked at.
      if (order.isUnsure && !looksAtKey(outcome)) keepOrder({ ...sent, isUnsure: true });
      else keepOrder({ ...order, sentAt: null, isUnsure: false });
      if (outcome.state === 'refused') void refreshMoney(queryClient);
      break;
  }
  return outcome;
}

/** The wallet is looked at after the key: a key that had bought would have been answered with its purchase. */
function looksAtKey(outcome: Outcome): boolean {
  return outcome.state === 'refused' && outcome.code === 'insufficient_balance';
}

const runningPauseMs = 1_500;
const mostAsks = 12;
const leavingMs = 400;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function ask(order: Order): Promise<Outcome> {
  for (let asks = 1; ; asks += 1) {
    try {
      const { receipt } = await buy(order);
      return { state: receipt.trans_Status === 'failed' ? 'returned' : 'bought', receipt };
    } catch (error) {
      // A page that is being left cuts its requests before it ends: that is no answer, and the next page takes the order up.
      if (error instanceof Unreachable) await pause(leavingMs);
      const isRunning = error instanceof Refusal && error.code === 'idempotency_in_progress';
      if (!isRunning || asks >= mostAsks) return outcomeOf(error);
      await pause(runningPauseMs);
    }
  }
}

function buy(order: Order): Promise<CallReply<'buyAirtime'>> {
  const airtime = airtimeBody(order);
  if (airtime !== undefined) return send('buyAirtime', airtime, { key: order.key });
  const plan = dataBody(order);
  if (plan !== undefined) return send('buyData', plan, { key: order.key });
  throw new Error('an order is airtime or data');
}

/** What a failure means for the money. Only a refusal that names its reason is a no; everything else is "not known". */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Refusal)) return { state: 'unsure' };
  const { code } = error;
  const receipt = error.body['receipt'] as Receipt | undefined; // of our own server, as the contract documents the code
  if (code === 'supplier_refused' && receipt !== undefined) return { state: 'returned', receipt };
  if (code === 'possible_duplicate' && receipt !== undefined) return { state: 'duplicate', receipt };
  const price = Number(error.body['expectedAmount']);
  if (code === 'price_changed' && Number.isFinite(price)) return { state: 'price_changed', price };
  if (needsMore.has(code) || (error.status >= 500 && code !== 'unavailable')) return { state: 'unsure' };
  return { state: 'refused', code, words: error.msg };
}

/** Not a plain no, or one whose body should have said more. */
const needsMore = new Set<Refusal['code']>([
  'supplier_refused',
  'possible_duplicate',
  'price_changed',
  'idempotency_in_progress',
]);

async function saveContact(queryClient: QueryClient, { purchase }: Order): Promise<void> {
  if (purchase.nickname === undefined) return;
  try {
    await send('addContact', {
      contactName: purchase.nickname,
      contactNumber: purchase.phone,
      contactNetwork: purchase.network,
    });
    toast.success(`${purchase.nickname} is in your contacts`);
    await queryClient.invalidateQueries({ queryKey: keys.contacts });
  } catch (error) {
    toast.error(`The number was not saved to your contacts: ${wordsOf(error)}`);
  }
}
