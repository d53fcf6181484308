import { describe, expect, it } from 'vitest';
import { screens } from '../e2e/screens.ts';
import { readScreens } from '../tools/read-map.ts';

/** An address of the table without what varies in it. */
const opened = screens.map(({ address }) => address.replace(/\?.*$/, '').toLowerCase());

const matches = (pattern: string) => {
  const source = pattern.toLowerCase().replaceAll(/:\w+/g, '[^/]+').replace(/\*$/, '.+');
  return opened.some((address) => new RegExp(`^${source}$`).test(address));
};

describe('the table of all screens', () => {
  it.each(readScreens().map(({ address }) => address))('opens %s', (address) => {
    expect(matches(address)).toBe(true);
  });

  it('names each picture once', () => {
    const names = screens.map(({ whose, name }) => `${whose}-${name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
