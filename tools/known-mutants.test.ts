import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { knownMutants } from './known-mutants.ts';

const root = new URL('../', import.meta.url);

describe('the table of mutants', () => {
  it.each(knownMutants.map((mutant) => [mutant.rule, mutant] as const))(
    '%s',
    (_rule, { file, text, mutated, tests }) => {
      expect(readFileSync(new URL(file, root), 'utf8').split(text)).toHaveLength(2);
      expect(mutated).not.toBe(text);
      expect(tests.filter((test) => !existsSync(new URL(test, root)))).toEqual([]);
    },
  );

  it('says each rule once', () => {
    expect(new Set(knownMutants.map(({ rule }) => rule)).size).toBe(knownMutants.length);
  });
});
