import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openServers } from '../../test/outside/postgres-servers.ts';
import { startTransactionPooler } from '../../test/outside/transaction-pooler.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { refuseSharedConnections, refuseWrongPooling } from './pooling.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const servers = openServers();
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;

beforeAll(async () => {
  primary = await servers.start('primary');
  standby = await servers.startStandbyOf(primary, 'standby');
});
afterAll(() => servers.remove());

const shares = (url: string, directUrl: string | null = null): Promise<string> =>
  refuseSharedConnections({ url, directUrl }, 'DATABASE_URL').then(() => 'nothing', String);

describe('a pooler that shares its connections', () => {
  // With two in turn, each of two clients gets its own again and again.
  it.each([1, 2, 3, 4])('is found when it has %i of them', async (size) => {
    const pooler = await startTransactionPooler(Number(new URL(primary.url).port), size);
    try {
      const pooled = pooler.through(primary.url);
      // Until it has all of them.
      for (let made = 0; made < size; made += 1) await shares(pooled);
      expect(await shares(pooled)).toContain(
        'WrongPooling: DATABASE_URL leads through a pooler in transaction mode',
      );
      expect(await shares(pooled, pooled)).toContain(
        'WrongPooling: DATABASE_DIRECT_URL leads through a pooler in transaction mode',
      );
      expect(await shares(pooled, primary.url)).toBe('nothing');
    } finally {
      await pooler.close();
    }
  });

  it('is not found where there is none', async () => {
    expect(await Promise.all([shares(primary.url), shares(primary.url), shares(standby.url)])).toEqual([
      'nothing',
      'nothing',
      'nothing',
    ]);
  });
});

it('the way past a pooler leads to no standby, where nothing is published', async () => {
  await expect(refuseWrongPooling({ url: primary.url, directUrl: standby.url })).rejects.toThrow(
    'DATABASE_DIRECT_URL leads to a standby, where nothing is published',
  );
});
