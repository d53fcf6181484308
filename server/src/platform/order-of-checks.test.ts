/**
 * Every call asks in one order: is there a session (401), has it the role (403), is the request well formed (400), and then the rest. So a
 * stranger's body is not even read, and nobody corrects a form first and is thrown out after it.
 */
import { connect } from 'node:net';
import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import { otherAddresses } from '@jara/contract/paths.ts';
import { permissions } from '@jara/contract/roles.ts';
import { Value } from 'typebox/value';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import type { TestUser } from '../../test/make.ts';
import { apiTokenOf } from '../slices/api-tokens/testing/probes.ts';

const app = useTestApp();
let reseller: TestUser;
let admin: TestUser;
let apiToken: string;
beforeAll(async () => {
  reseller = await app.make.user({ userType: 'reseller' });
  admin = await app.make.user({ isAdmin: true });
  ({ apiToken } = await apiTokenOf({ app }, reseller));
});

const json = 'application/json';
/** What is wrong with a body, and what who may call hears of it. */
const wrongBodies: [what: string, type: string, body: string, code: string][] = [
  ['that breaks off', json, '{"amount":', 'malformed_body'],
  ['with a NUL', json, String.raw`{"reason":"a\u0000b"}`, 'malformed_body'],
  ['with half a character', json, String.raw`{"reason":"\ud83d"}`, 'malformed_body'],
  ['with half a character in a name', json, String.raw`{"a":[{"\udc00":1}]}`, 'malformed_body'],
  ['in another format', 'text/xml', '<amount/>', 'unsupported_media_type'],
  ['that is too large', json, JSON.stringify({ a: 'a'.repeat(40_000) }), 'body_too_large'],
];

const calls = Object.values<Call>(api);
const addressesOf = ({ name, path }: Call): string[] => [
  path,
  ...[otherAddresses[name]?.split(' ')[1]].filter((other) => other !== undefined),
];
const withIds = (path: string, id = '1'): string => path.replaceAll(/:\w+/g, id);

interface Sent {
  body?: string;
  headers?: Record<string, string>;
}

async function codeOf(call: Call, token: string | null, path: string, init: Sent): Promise<string> {
  const response = await fetch(`${app.url}${path}`, {
    method: call.method,
    ...init,
    headers: { ...(token === null ? {} : { 'x-auth-token': token }), ...init.headers },
  });
  const body = (await response.json()) as { code?: string }; // a refusal, or the test fails on what it is
  return `${response.status} ${body.code}`;
}

const requiredOf = ({ body }: Call): readonly string[] =>
  body !== undefined && 'required' in body && Array.isArray(body.required) ? body.required : [];

/** Each request of the call that is wrong in itself. */
function wrongRequests(call: Call): { what: string; path: string; init: Sent; code: string }[] {
  const paths = addressesOf(call);
  if (call.method !== 'GET') {
    return paths.flatMap((path) =>
      wrongBodies.map(([what, type, body, code]) => ({
        what: `a body ${what}`,
        path: withIds(path),
        init: { body, headers: { 'content-type': type } },
        code,
      })),
    );
  }
  const { properties = {} }: { properties?: object } = call.query ?? {};
  const inQuery = Object.keys(properties);
  return [
    ...inQuery.slice(0, 1).map((name) => ({
      what: 'a NUL in the query',
      path: `${withIds(call.path)}?${name}=a%00b`,
      init: {},
      code: 'malformed_body',
    })),
    ...(call.params === undefined
      ? []
      : [{ what: 'a NUL in the path', path: withIds(call.path, 'a%00b'), init: {}, code: 'malformed_body' }]),
  ];
}

const restricted = calls.filter(({ access }) => access !== 'public');

describe('whoever has no session', () => {
  it.each(restricted)('hears only that of $method $path, whatever is wrong besides', async (call) => {
    const token = 'a'.repeat(43);
    const requests = [{ what: 'nothing', path: withIds(call.path), init: {} }, ...wrongRequests(call)];
    for (const { what, path, init } of requests) {
      expect([what, await codeOf(call, null, path, init)]).toEqual([what, '401 unauthenticated']);
      expect([what, await codeOf(call, token, path, init)]).toEqual([what, '401 unauthenticated']);
    }
  });

  it.each([
    ['is not read', '{"userId":'],
    ['is not awaited', ''],
  ])('sends a body that %s', async (_what, begun) => {
    const { hostname, port } = new URL(app.url);
    const head = [
      'POST /api/v1/admin/setSpecialPrice HTTP/1.1',
      'host: shop.example',
      'content-type: application/json',
      'content-length: 30000',
      '',
      begun,
    ].join('\r\n');
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(head));
      // The rest of the body never comes: an answer that waits for it is not given within the time of a test.
      socket.on('data', (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('whoever has not the role', () => {
  it.each(restricted.filter(({ access }) => permissions[access].reseller === 'no'))(
    'hears only that of $method $path, whatever is wrong besides',
    async (call) => {
      const requests = [{ what: 'nothing', path: withIds(call.path), init: {} }, ...wrongRequests(call)];
      for (const { what, path, init } of requests)
        expect([what, await codeOf(call, reseller.token, path, init)]).toEqual([what, '403 forbidden']);
    },
  );

  it.each(restricted.filter(({ access }) => permissions[access].reseller !== 'token'))(
    'hears only that of $method $path by an API token',
    async (call) => {
      for (const { what, path, init } of wrongRequests(call))
        expect([what, await codeOf(call, apiToken, path, init)]).toEqual([what, '403 forbidden']);
    },
  );
});

describe('whoever may', () => {
  it.each(calls)('hears what is wrong with the request of $method $path', async (call) => {
    const smartEarner = (await app.make.user()).token;
    const token = permissions[call.access].admin === 'no' ? smartEarner : admin.token;
    for (const { what, path, init, code } of wrongRequests(call))
      expect([what, await codeOf(call, token, path, init)]).toEqual([
        what,
        expect.stringMatching(`^4\\d\\d ${code}$`),
      ]);
  });
});

describe('a reason that is asked for', () => {
  const asking = calls.filter((call) => requiredOf(call).includes('reason'));

  it.each(asking)('is missing when it is blank: $method $path', async (call) => {
    const body = { ...(Value.Create(call.body ?? {}) as object), reason: ' \t ' };
    const response = await fetch(`${app.url}${withIds(call.path)}`, {
      method: call.method,
      headers: { 'x-auth-token': admin.token, 'content-type': json },
      body: JSON.stringify(body),
    });
    const { errors } = (await response.json()) as { errors?: { field: string; msg: string }[] }; // a refusal, or the test fails on what it is
    expect([response.status, errors]).toEqual([
      400,
      expect.arrayContaining([{ field: 'reason', msg: expect.stringMatching(/^Say /) }]),
    ]);
  });
});

describe('text', () => {
  it('with whole characters of any kind is taken', async () => {
    const words = ['\u{1f469}\u200d\u{1f33e} Ọláyínká', String.raw`a \u0000 in words`, '%00'];
    for (const reason of words) {
      const { status } = await app
        .as(admin)
        .call('closeReservedAccount', { accountNumber: '0123456789', reason });
      expect(status).toBe(404);
    }
  });

  it('is looked at where no call is behind the address, too', async () => {
    for (const path of ['/check/a%00b', '/unsubscribe/a%00b']) {
      const response = await fetch(`${app.url}${path}`, { headers: { accept: 'application/json' } });
      expect([path, response.status]).toEqual([path, 404]);
      await response.body?.cancel();
    }
  });
});
