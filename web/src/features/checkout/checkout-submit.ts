/** Sends an intent and says what became of it. One flight per key: whoever asks again while it is on its way joins it. */
import type { QueryClient } from '@tanstack/react-query';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { keys, noteReceipt, refreshMoney, seedReceipt, type ReceiptAnswer } from '../../platform/queries.ts';
import { Held } from '../../platform/held.ts';
import { askUntilDone } from '../../platform/idempotency-key.ts';
import { Refusal, send, Unreachable, wordsOf } from '../../platform/send.ts';
import { getSession } from '../../platform/session.ts';
import { toast } from '../../ui/toast.tsx';
import { forgetIntent, keepIntent, mayHaveArrived, type CheckoutIntent } from './checkout-intent.ts';
import { ourFaults } from '../../shared/load-failure.tsx';
import { clearDraft } from '../../shared/forms/draft.ts';
import { carryOut, type MovementKind } from '../money/movement.ts';

export type Outcome =
  /** Carried out, or paid and on its way. */
  | ({ state: 'done' } & ReceiptAnswer)
  /** The network or the bank refused; the money is back. */
  | ({ state: 'returned' } & ReceiptAnswer)
  | { state: 'price_changed'; price: number }
  | { state: 'duplicate'; receipt: Receipt }
  /** Nothing was done, for the reason in `words`. */
  | { state: 'refused'; code: Refusal['code']; words: string; requestId: string | undefined }
  /** An admin issues more than one may alone: a second one confirms it first. */
  | { state: 'held'; words: string }
  /** Nobody knows: the intent keeps its key and may be sent again. The number is of the last try that had an answer. */
  | { state: 'unsure'; requestId?: string | undefined };

const flights = new Map<string, Promise<Outcome>>();

/** Settles storage, caches and the contact by itself, also when the screen that asked is gone. Never throws. */
export function submitIntent(queryClient: QueryClient, intent: CheckoutIntent): Promise<Outcome> {
  const running = flights.get(intent.key);
  if (running !== undefined) return running;
  const flight = follow(queryClient, intent).finally(() => flights.delete(intent.key));
  flights.set(intent.key, flight);
  return flight;
}

async function follow(queryClient: QueryClient, intent: CheckoutIntent): Promise<Outcome> {
  const sent: CheckoutIntent = { ...intent, sentAt: Date.now() };
  keepIntent(sent);
  const outcome = await ask(sent);
  switch (outcome.state) {
    case 'done':
      forgetIntent(intent.key);
      clearDraft(intent.movement.kind);
      if (isOwn(outcome.receipt)) {
        // One that was on its way before may be answered with what became of it long ago.
        void noteReceipt(queryClient, outcome, { isRepeat: mayHaveArrived(intent) });
      } else void refreshMoney(queryClient);
      void saveContact(queryClient, intent);
      break;
    case 'returned':
      forgetIntent(intent.key);
      seedReceipt(queryClient, outcome);
      void refreshMoney(queryClient);
      break;
    case 'held':
      forgetIntent(intent.key);
      clearDraft(intent.movement.kind);
      void queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
      break;
    case 'unsure':
      outcome.requestId ??= intent.requestId;
      keepIntent({ ...sent, isUnsure: true, requestId: outcome.requestId });
      void refreshMoney(queryClient);
      break;
    case 'price_changed':
    case 'duplicate':
    case 'refused':
      // Nothing was done now. Whether an earlier try of the same intent arrived is known only when its key was looked at.
      if (mayHaveArrived(intent) && !looksAtKey(intent.movement.kind, outcome))
        keepIntent({ ...sent, isUnsure: true });
      else keepIntent({ ...intent, sentAt: null, isUnsure: false, requestId: undefined });
      if (outcome.state === 'refused') {
        void refreshMoney(queryClient);
        // What may still be sent is known with what guards the account.
        void queryClient.invalidateQueries({ queryKey: keys.security });
      }
      break;
  }
  return outcome;
}

/** What an admin issues is a transaction of the receiver: its balance is not one's own. */
const isOwn = ({ trans_UserName: userName }: Receipt): boolean =>
  userName === getSession().signedIn?.user.userName;

/** Reasons that are looked for after the key: a key that had paid would have been answered with its receipt. */
const afterKey = new Set<Refusal['code']>([
  'insufficient_balance',
  'account_restricted',
  'receiver_stopped',
  'wallet_frozen',
  'over_spending_limit',
  'money_held',
  'new_device_cap',
  'unproved_cap',
  'new_receiver_cap',
]);
const alsoAfterKey: Partial<Record<MovementKind, readonly Refusal['code'][]>> = {
  transfer: ['service_locked'],
  withdraw: ['service_locked', 'account_not_validated'],
  coupon: ['coupon_used'],
};

function looksAtKey(kind: MovementKind, outcome: Outcome): boolean {
  return (
    outcome.state === 'refused' &&
    (afterKey.has(outcome.code) || alsoAfterKey[kind]?.includes(outcome.code) === true)
  );
}

const leavingMs = 400;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function ask(intent: CheckoutIntent): Promise<Outcome> {
  try {
    const { receipt, slip } = await askUntilDone(() => carryOut(intent.movement, intent.key, intent.force));
    return {
      state: receipt.trans_Status === 'failed' ? 'returned' : 'done',
      receipt,
      ...(slip && { slip }),
    };
  } catch (error) {
    // A page that is being left cuts its requests before it ends: that is no answer, and the next page takes the intent up.
    if (error instanceof Unreachable) await delay(leavingMs);
    return outcomeOf(error);
  }
}

/** What a failure means for the money. Only a refusal that names its reason is a no; everything else is "not known". */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof Held) return { state: 'held', words: error.message };
  if (!(error instanceof Refusal)) return { state: 'unsure' };
  const { code, requestId } = error;
  const receipt = error.body['receipt'] as Receipt | undefined; // of our own server, as the contract documents the code
  if (code === 'supplier_refused' && receipt !== undefined) return { state: 'returned', receipt };
  if (code === 'possible_duplicate' && receipt !== undefined) return { state: 'duplicate', receipt };
  const price = Number(error.body['expectedAmount']);
  if (code === 'price_changed' && Number.isFinite(price)) return { state: 'price_changed', price };
  if (needsMore.has(code) || !error.isDefinite) return { state: 'unsure', requestId };
  return {
    state: 'refused',
    code,
    words: error.msg,
    requestId: ourFaults.test(code) ? requestId : undefined,
  };
}

/** Not a plain no, or one whose body should have said more. */
const needsMore = new Set<Refusal['code']>([
  'supplier_refused',
  'possible_duplicate',
  'price_changed',
  'idempotency_in_progress',
]);

async function saveContact(queryClient: QueryClient, { movement }: CheckoutIntent): Promise<void> {
  if (!('nickname' in movement) || movement.nickname === undefined) return;
  try {
    await send('addContact', {
      contactName: movement.nickname,
      contactNumber: movement.phone,
      contactNetwork: movement.network,
    });
    toast.success(`${movement.nickname} is in your contacts`);
    await queryClient.invalidateQueries({ queryKey: keys.contacts });
  } catch (error) {
    toast.error(`The number was not saved to your contacts: ${wordsOf(error)}`);
  }
}
