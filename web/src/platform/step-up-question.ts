/** The step-up of a session, asked for in one place whoever sends the request: `send` asks, the sheet that is there answers. */
import { useSyncExternalStore } from 'react';

let give: ((isGiven: boolean) => void) | null = null;
let sheets = 0;
const listeners = new Set<() => void>();

function change(next: typeof give): void {
  give = next;
  for (const listener of listeners) listener();
}

/** Whether it was given; false when the person would rather not, or when there is no sheet to ask with. */
export function askForStepUp(): Promise<boolean> {
  if (sheets === 0) return Promise.resolve(false);
  give?.(false);
  return new Promise((resolve) => change(resolve));
}

/** Called by the sheet. */
export function answerStepUp(isGiven: boolean): void {
  const resolve = give;
  change(null);
  resolve?.(isGiven);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  sheets += 1;
  return () => {
    listeners.delete(listener);
    sheets -= 1;
    if (sheets === 0) answerStepUp(false);
  };
}

/** For the one sheet that asks. */
export const useStepUpQuestion = (): boolean => useSyncExternalStore(subscribe, () => give !== null);
