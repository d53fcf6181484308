/** Keys by which the server knows a press that it was sent before (docs/api.md, "Idempotency"). */
import { DAY_MS } from '@jara/contract/time-units.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { Refusal, send, type CallInput, type CallReply, type SendOptions } from './send.ts';
import { getSession } from './session.ts';

/** A fresh idempotency key. `randomUUID` exists on secure pages only, and from Chrome 92; a shop on a plain address in its own network sells too. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const runningDelayMs = 1_500;
const mostAsks = 12;

/** Asks again while the first one of the same key still runs, for as long as a person would wait. */
export async function askUntilDone<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  for (let asks = 1; ; asks += 1) {
    try {
      return await ask();
    } catch (error) {
      const isRunning = error instanceof Refusal && error.code === 'idempotency_in_progress';
      if (!isRunning || asks >= mostAsks) throw error;
      await new Promise((resolve) => setTimeout(resolve, runningDelayMs));
    }
  }
}

const mostPresses = 100;
/** By who presses what: the keys of those without an answer that it was done, the newest last. */
const presses = new Map<string, { key: string; madeAt: number }>();

/**
 * Sends what is done by a press, with a key that stays until it was done: whoever presses again, because the answer was lost, does nothing
 * more and reads what the first press did, also when the screen was closed meanwhile. Another input is another press.
 */
export async function sendKeyed<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: Pick<SendOptions, 'pin'> = {},
): Promise<CallReply<Name>> {
  const press = JSON.stringify([getSession().signedIn?.user._id, name, input]);
  const known = presses.get(press);
  const isFresh = known !== undefined && known.madeAt > Date.now() - DAY_MS;
  const { key, madeAt } = isFresh ? known : { key: newKey(), madeAt: Date.now() };
  presses.delete(press);
  presses.set(press, { key, madeAt });
  for (const oldest of presses.keys()) {
    if (presses.size <= mostPresses) break;
    presses.delete(oldest);
  }
  const reply = await askUntilDone(
    () => send(...([name, input, { ...options, key }] as unknown as Parameters<typeof send<Name>>)), // the input of a call with a key is never left out
  );
  presses.delete(press);
  return reply;
}
