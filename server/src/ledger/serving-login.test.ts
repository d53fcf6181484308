import { describe, expect, it } from 'vitest';
import { silent, useTestPool } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { openProgramLogin } from '../database/program-login.ts';
import { openPool } from '../platform/db.ts';

const db = useTestPool(2);

describe('a program that serves', () => {
  const R4 =
    'R4 No program that serves is connected as whoever owns the books, could become it, or may more than the program';
  const brokenWith = async (url: string): Promise<string[]> => {
    const serving = openPool({ url, size: 1, role: undefined, log: silent });
    try {
      await serving.run('select');
      return await brokenAfter(db.owner, []);
    } finally {
      await serving.close();
    }
  };

  it('is connected by a login that owns nothing', async () => {
    expect(await brokenWith(await openProgramLogin(db.url, 'a key'))).toEqual([]);
  });

  it.each([
    ['may write every table', 'grant pg_write_all_data to %', 'revoke pg_write_all_data from %'],
    ['may make roles', 'alter role % createrole', 'alter role % nocreaterole'],
  ])('is found when it %s', async (_title, give, take) => {
    const url = await openProgramLogin(db.url, 'a key');
    const takeAway = take.replace('%', new URL(url).username);
    await db.owner.run(give.replace('%', new URL(url).username));
    expect(await brokenWith(url)).toEqual([R4]);
    await db.owner.run(takeAway);
    expect(await brokenWith(url)).toEqual([]);
  });

  it('is found when it is connected as the owner', async () => {
    expect(await brokenWith(db.url)).toEqual([expect.stringContaining(R4)]);
  });
});
