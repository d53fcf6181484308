import { expect, it } from 'vitest';
import { kinds } from '../../test/corruptions/kinds.ts';

it('146 of 146 kinds of corruption have a test of their own that finds them by the name of a rule', () => {
  expect(new Set(kinds).size).toBe(146);
  expect(
    kinds.filter(([, rule, ...statements]) => !/^R\d+b? /.test(rule) || statements.length === 0),
  ).toEqual([]);
});
