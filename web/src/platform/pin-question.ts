/**
 * The PIN, asked for in one place whoever sends the request: `send` asks, the sheet of the private shell answers. The PIN is not kept
 * anywhere: it lives from the question to the request.
 */
import { useSyncExternalStore } from 'react';

export interface PinQuestion {
  /** What was wrong with the last answer. */
  error: string | undefined;
  canUsePasskey: boolean;
  /** The answer is on its way to the server. */
  isChecking: boolean;
}

/** In place of the PIN. */
export const BY_PASSKEY = 'passkey';

let question: PinQuestion | null = null;
let give: ((pin: string | null) => void) | null = null;
let sheets = 0;
const listeners = new Set<() => void>();

function change(next: PinQuestion | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** The PIN that the person enters, or `BY_PASSKEY`; null when they would rather not, or when there is no sheet to ask with. */
export function askForPin(error: string | undefined, canUsePasskey = false): Promise<string | null> {
  if (sheets === 0) return Promise.resolve(null);
  give?.(null);
  return new Promise((resolve) => {
    give = resolve;
    change({ error, canUsePasskey, isChecking: false });
  });
}

/** Called by the sheet; null gives up. */
export function answerPin(pin: string | null): void {
  const resolve = give;
  give = null;
  change(pin === null ? null : { error: undefined, canUsePasskey: false, isChecking: true });
  resolve?.(pin);
}

/** The request that carried the PIN has its answer. */
export function closePinQuestion(): void {
  if (give === null) change(null);
}

const getQuestion = (): PinQuestion | null => question;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  sheets += 1;
  return () => {
    listeners.delete(listener);
    sheets -= 1;
    if (sheets === 0) answerPin(null);
  };
}

/** For the one sheet that asks. */
export const usePinQuestion = (): PinQuestion | null => useSyncExternalStore(subscribe, getQuestion);
