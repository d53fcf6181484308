import { expect, it } from 'vitest';
import { TokenMemory } from './token-memory.ts';

const of = (userId: bigint, name = '') => ({ principal: { userId }, name });

it('forgets all tokens of one user, and nobody else', () => {
  const memory = new TokenMemory(10);
  memory.set('a1', of(1n));
  memory.set('a2', of(1n));
  memory.set('b', of(2n));
  memory.dropUser(1n);
  memory.dropUser(3n);
  expect(['a1', 'a2', 'b'].map((token) => memory.get(token))).toEqual([undefined, undefined, of(2n)]);
});

it('forgets a token alone, and its user with the others later', () => {
  const memory = new TokenMemory(10);
  memory.set('a1', of(1n));
  memory.set('a2', of(1n));
  memory.drop('a1');
  memory.drop('a1');
  expect([memory.get('a1'), memory.get('a2')]).toEqual([undefined, of(1n)]);
  memory.set('a1', of(1n, 'again'));
  memory.dropUser(1n);
  expect([memory.get('a1'), memory.get('a2')]).toEqual([undefined, undefined]);
});

it('knows a token of whom it belongs to now', () => {
  const memory = new TokenMemory(10);
  memory.set('t', of(1n));
  memory.set('t', of(2n));
  memory.dropUser(1n);
  expect(memory.get('t')).toEqual(of(2n));
  memory.dropUser(2n);
  expect(memory.get('t')).toBeUndefined();
});

it('begins anew when it is full', () => {
  const memory = new TokenMemory(2);
  memory.set('a', of(1n));
  memory.set('b', of(2n));
  memory.set('b', of(2n, 'again'));
  expect(memory.get('a')).toEqual(of(1n));
  memory.set('c', of(3n));
  expect(['a', 'b', 'c'].map((token) => memory.get(token))).toEqual([undefined, undefined, of(3n)]);
  memory.clear();
  expect(memory.get('c')).toBeUndefined();
});
