import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

describe('logging out', () => {
  it('ends this session alone, and empties what the browser has kept of its screens', async () => {
    const ada = await app.make.user();
    const { reply: elsewhere } = await app
      .anybody()
      .call('login', { userName: ada.userName, password: ada.password });
    const { status, headers } = await app.as(ada).call('logout');
    expect([status, headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    expect((await app.as(ada).call('getProfile')).status).toBe(401);
    const still = await app.as(elsewhere).call('getProfile');
    expect([still.status, still.headers.get('clear-site-data')]).toEqual([200, null]);
  });
});
