import { naira } from '@jara/contract/money.ts';
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

describe('the balance', () => {
  it('is that of the wallet and of what was earned', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { reply } = await app.as(ada).call('getBalance');
    expect(reply).toEqual({ balance: 1_000, earningBalance: 0 });
  });
});

/** A GET with what a program has cached of the last answer. */
async function look(path: string, token: string, cached?: string): Promise<Response> {
  return fetch(`${app.url}${path}`, {
    headers: { 'x-auth-token': token, ...(cached === undefined ? {} : { 'if-none-match': cached }) },
  });
}

describe('an answer that one has already', () => {
  it.each(['/api/v1/balance', '/api/v1/auth', '/api/v1/prices', '/openapi.json'])(
    'comes without a body, and not for another account: %s',
    async (path) => {
      const ada = await app.make.user({ wallet: naira(1_000) });
      const first = await look(path, ada.token);
      const body = await first.text();
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toBe(`W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`);

      for (const cached of [tag, tag.slice(2), `"other", ${tag}`]) {
        const again = await look(path, ada.token, cached);
        expect(again.status).toBe(304);
        expect(again.headers.get('etag')).toBe(tag);
        expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
        expect(await again.text()).toBe('');
      }
      const other = await look(path, ada.token, 'W/"other"');
      expect([other.status, await other.text()]).toEqual([200, body]);
    },
  );

  it('comes whole when it has changed', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const tag = (await look('/api/v1/balance', ada.token)).headers.get('etag') ?? '';
    await app.as(ada).call('testTopUp', { amount: '1' });
    const after = await look('/api/v1/balance', ada.token, tag);
    expect([after.status, await after.json()]).toEqual([200, { balance: 1_001, earningBalance: 0 }]);
    expect(after.headers.get('etag')).not.toBe(tag);
  });

  it('is no refusal, and no answer that nobody has a tag for', async () => {
    const refused = await look('/api/v1/balance', 'x', '*');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('etag')).toBeNull();
    const ada = await app.make.user();
    expect((await look('/api/v1/transaction', ada.token, '*')).status).toBe(200);
  });
});
