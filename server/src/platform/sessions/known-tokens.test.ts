import { expect, it } from 'vitest';
import type { Siblings } from '../processes/siblings.ts';
import { createKnownTokens } from './known-tokens.ts';

const silent: Siblings = { number: 1, count: 1, send: () => undefined, receive: () => undefined };

it('forgets the one that was not looked up for longest when there are too many', () => {
  const known = createKnownTokens(silent, 2);
  for (const key of ['one', 'two', 'one', 'three']) known.note(key, true);
  expect(['one', 'two', 'three'].filter(known.has)).toEqual(['one', 'three']);
});

it('hears of those that another process saw, and tells nothing on', () => {
  const receivers: ((message: unknown) => void)[] = [];
  let sent = 0;
  const siblings: Siblings = {
    number: 1,
    count: 2,
    send(_topic, message) {
      sent += 1;
      // To the others alone: the first of them is the sender.
      receivers[1]?.(message);
    },
    receive: (_topic, received) => receivers.push(received),
  };
  const [here, there] = [createKnownTokens(siblings), createKnownTokens(siblings)];
  here.note('one', true);
  expect([there.has('one'), sent]).toEqual([true, 1]);
});
