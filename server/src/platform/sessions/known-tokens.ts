/**
 * Which tokens opened something here, or in another process of the same start, not long ago. It says nothing of whether they still do: only that they were not
 * made up, so that looking them up again costs one query for a token that somebody once had. It outlives what is remembered of them, so that nobody
 * becomes a stranger by a change of their account.
 */
import { putLast } from '../limits/put-last.ts';
import type { Siblings } from '../processes/siblings.ts';

const MOST = 50_000;
const TOPIC = 'token opened';

export interface KnownTokens {
  has(key: string): boolean;
  /** Whether it opened something when it was looked up. */
  note(key: string, isFound: boolean): void;
}

export function createKnownTokens(siblings: Siblings, most = MOST): KnownTokens {
  const keys = new Map<string, true>();
  const add = (key: string): void => putLast(keys, key, true, most);
  siblings.receive(TOPIC, (key) => add(String(key)));
  return {
    has: (key) => keys.has(key),
    note(key, isFound) {
      if (!isFound) {
        keys.delete(key);
        return;
      }
      add(key);
      if (siblings.count > 1) siblings.send(TOPIC, key);
    },
  };
}
