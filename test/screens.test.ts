import { describe, expect, it } from 'vitest';
import { screens } from '../e2e/screens.ts';
import { readPages, readScreens } from '../tools/read-map.ts';

/** The addresses of the table, in each spelling, without what varies in them. */
const opened = screens
  .flatMap(({ address, alsoAt }) => [address, ...(alsoAt === undefined ? [] : [alsoAt])])
  .map((address) => address.replace(/\?.*$/, ''));

const matches = (pattern: string) => {
  const source = pattern.replaceAll(/:\w+/g, '[^/]+').replace(/\*$/, '.+');
  return opened.some((address) => new RegExp(`^${source}$`).test(address));
};

describe('the table of all screens', () => {
  it.each([...readPages(), ...readScreens()].map(({ address }) => address))('opens %s', (address) => {
    expect(matches(address)).toBe(true);
  });

  it('names each picture once', () => {
    const names = screens.map(({ whose, name }) => `${whose}-${name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
