import { get } from 'node:http';
import { paths } from '@jara/contract/paths.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

const typeOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.userType;
const actionsOn = async (user: TestUser) =>
  (await app.as(admin).call('listStaffActions', { subject: `user ${user.userId}` })).reply.actions;

describe.each(['upgradeUser', 'upgradeUserByGet'] as const)('%s', (call) => {
  it('sets the type once, for the next request of the user, and records it once', async () => {
    const ada = await app.make.user();
    expect(await typeOf(ada)).toBe('smart earner');
    for (let time = 0; time < 3; time += 1) {
      const { reply } = await app.as(admin).call(call, { userId: ada.userId, userType: 'api user' });
      expect(reply).toMatchObject({
        msg: `${ada.userName} is api user`,
        user: { _id: String(ada.userId), userType: 'api user', balance: 0 },
      });
    }
    expect(await typeOf(ada)).toBe('api user');
    const prices = (await app.as(ada).call('listPrices')).reply;
    expect(prices.every((item) => item.plan_amount === item.apiPrice)).toBe(true);
    expect(await actionsOn(ada)).toMatchObject([
      { action: 'upgradeUser', before: { userType: 'smart earner' }, after: { userType: 'api user' } },
    ]);
  });

  it.each(['partner', 'Reseller', 'smart-earner', 'API%20user'])('takes %s for a type', async (userType) => {
    const ada = await app.make.user();
    const { status } = await app
      .as(admin)
      .call(call, { userId: ada.userId, userType: decodeURIComponent(userType) });
    expect(status).toBe(200);
  });

  it('refuses what is no type, and finds nobody who is not there', async () => {
    const ada = await app.make.user();
    const { status, refusal } = await app.as(admin).call(call, { userId: ada.userId, userType: 'admin' });
    expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'userType']);
    for (const userId of ['999999', '0', 'ada', '1e3']) {
      expect((await app.as(admin).call(call, { userId, userType: 'reseller' })).status).toBe(404);
    }
  });

  it('is for admins only', async () => {
    const ada = await app.make.user();
    for (const rights of [{}, { isAgent: true }, { isCouponVendor: true }]) {
      const other = await app.make.user(rights);
      const { status } = await app.as(other).call(call, { userId: ada.userId, userType: 'reseller' });
      expect(status).toBe(403);
    }
    expect(await typeOf(ada)).toBe('smart earner');
  });
});

describe('the GET', () => {
  it.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-dest': 'image' },
  ])('changes nothing for a browser that sends %j by itself', async (headers) => {
    const ada = await app.make.user();
    const path = `/api/v1/admin/upgradeUser/${ada.userId}/reseller`;
    const { status, body } = await rawGet(path, { ...headers, 'x-auth-token': admin.token });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'forbidden' });
    expect(await typeOf(ada)).toBe('smart earner');
  });

  it('is not there for HEAD, which never changes anything', async () => {
    const ada = await app.make.user();
    for (const path of [`/api/v1/admin/upgradeUser/${ada.userId}/reseller`, '/api/v1/auth/generateAcc']) {
      const { status } = await fetch(`${app.url}${path}`, {
        method: 'HEAD',
        headers: { 'x-auth-token': admin.token },
      });
      expect([path, status]).toEqual([path, 404]);
    }
    expect(await typeOf(ada)).toBe('smart earner');
  });

  it('says on each answer that it is deprecated, until when it lives and what took its place', async () => {
    const ada = await app.make.user();
    const path = `/api/v1/admin/upgradeUser/${ada.userId}/reseller`;
    for (const [token, status] of [
      [admin.token, 200],
      [ada.token, 403],
      ['x', 401],
    ] as const) {
      const response = await fetch(`${app.url}${path}`, { headers: { 'x-auth-token': token } });
      expect(response.status).toBe(status);
      expect(response.headers.get('deprecation')).toBe('@1795305600');
      expect(response.headers.get('sunset')).toBe('Wed, 30 Jun 2027 00:00:00 GMT');
      expect(response.headers.get('link')).toContain(`<${path}>; rel="successor-version"`);
    }
    const post = await app.as(admin).call('upgradeUser', { userId: ada.userId, userType: 'partner' });
    expect([post.status, post.headers.get('deprecation')]).toEqual([200, null]);
    const account = await fetch(`${app.url}/api/v1/auth/generateAcc`);
    expect(account.headers.get('link')).toContain('</api/v1/generateAcc>; rel="successor-version"');
  });

  it('is marked deprecated in the documentation, the POST is not', async () => {
    const document: unknown = await (await fetch(`${app.url}/openapi.json`)).json();
    const [, address = ''] = paths.upgradeUser.split(' ');
    const path = address.replaceAll(/:(\w+)/g, '{$1}');
    expect(document).toHaveProperty(['paths', path, 'get', 'deprecated'], true);
    expect(document).not.toHaveProperty(['paths', path, 'post', 'deprecated']);
  });
});

/** fetch() writes some of these headers itself, so the request is made by hand. */
function rawGet(path: string, headers: Record<string, string>): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    get(`${app.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
      });
    }).on('error', reject);
  });
}
