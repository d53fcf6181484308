import { describe, expect, it } from 'vitest';
import { isReference } from './reference.ts';

describe('a reference', () => {
  it.each(['JR261121ABCD1234EF', 'jr261121abcd1234ef'])('is %s', (text) => {
    expect(isReference(text)).toBe(true);
  });

  it.each([
    ['a part of one', 'JR261121ABCD1234E'],
    ['one with an attempt', 'JR261121ABCD1234EF1'],
    ['one with a letter that is mistaken for a digit', 'JR261121ABCD1234EI'],
    ['another name', 'GLAD-77'],
  ])('is not %s', (_, text) => {
    expect(isReference(text)).toBe(false);
  });
});
