/** What happens to a message is chosen by the name of its device: by its beginning, before a dash. */

export type PushOutcome = 'taken' | 'gone' | 'busy' | 'broken' | 'lost';

const troubles: readonly PushOutcome[] = ['gone', 'busy', 'broken', 'lost'];

/** How often `busy` and `broken` send a sender away before they take its message. */
export const PUSH_REFUSALS = 2;

export function pushOutcomeFor(device: string): PushOutcome {
  const [word] = device.split('-');
  return troubles.find((outcome) => outcome === word) ?? 'taken';
}
