import { describe, expect, it } from 'vitest';
import { silent, useTestPool } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { openProgramLogin } from '../database/program-login.ts';
import { openPool } from '../platform/db.ts';

const db = useTestPool(2);

describe('a program that serves', () => {
  const R4 = 'R4 No program that serves is connected as whoever owns the books, or could become it';
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

  it('is found when it is connected as the owner', async () => {
    expect(await brokenWith(db.url)).toEqual([expect.stringContaining(R4)]);
  });
});
