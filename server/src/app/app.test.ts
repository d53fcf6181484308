import { request as requestRaw } from 'node:http';
import { connect } from 'node:net';
import { api } from '@jara/contract/api.ts';
import { naira } from '@jara/contract/money.ts';
import { refusals } from '@jara/contract/refusals.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import type { TestUser } from '../../test/make.ts';
import { runSql } from '../../test/run-sql.ts';

const app = useTestApp();
let ada: TestUser;
beforeAll(async () => {
  ada = await app.make.user({ wallet: naira(1_000) });
});

interface Said {
  status: number;
  headers: Headers;
  text: string;
  body: { msg?: string; code?: string; requestId?: string; errors?: unknown };
}

async function ask(method: string, path: string, init: RequestInit = {}): Promise<Said> {
  const response = await fetch(`${app.url}${path}`, { ...init, method, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Said['body']) : {},
  }; // a refusal, or compared as text
}

const asAda = (headers: Record<string, string> = {}) => ({ 'x-auth-token': ada.token, ...headers });
const json = { 'content-type': 'application/json' };

/** A refusal in full: its code's status and sentence, and an id that the headers carry, too. */
function expectRefusal(said: Said, code: keyof typeof refusals, msg: string = refusals[code].msg): void {
  expect({ status: said.status, code: said.body.code, msg: said.body.msg }).toEqual({
    status: refusals[code].status,
    code,
    msg,
  });
  expect(said.body.requestId).toMatch(/^[\w-]{8,}$/);
  expect(said.headers.get('x-request-id')).toBe(said.body.requestId);
}

describe('an address that is not there', () => {
  it.each([
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/nothing'],
    ['GET', '/api/v1'],
    ['GET', '/api'],
    ['GET', '/api/v2/auth'],
    ['DELETE', '/api/v1/auth'],
    ['PUT', '/api/v1/buy/data'],
    ['GET', '/api/v1/buy/data'],
    ['PATCH', '/api/v1/transaction/1'],
    ['POST', '/hooks/nobody'],
    ['GET', '/hooks/glad'],
    ['POST', '/dashboard'],
    ['GET', '/assets/of-another-build.js'],
  ])('is not found: %s %s', async (method, path) => {
    expectRefusal(await ask(method, path, { headers: asAda() }), 'not_found');
  });

  it.each([
    '/../../package.json',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%5c..%5cpackage.json',
    '/assets//../../../server/package.json',
    '/api/v1/..%2f..%2f..%2fpackage.json',
  ])('is no way to the files of this machine: %s', async (path) => {
    const text = await new Promise<string>((resolve, reject) => {
      // Written as it is: fetch would tidy the path.
      const sent = requestRaw(new URL(app.url), { path }, (response) => {
        let received = '';
        response.on('data', (chunk: Buffer) => (received += chunk.toString()));
        response.on('end', () => resolve(received));
      });
      sent.on('error', reject).end();
    });
    expect(text).not.toContain('"workspaces"');
    expect(text).not.toContain('@jara/');
    expect(text).toMatch(/^(<!doctype html>|\{"msg":)/i);
  });

  it('does not say whether one could get there by logging in', async () => {
    expectRefusal(await ask('GET', '/api/v1/admin/nothing'), 'not_found');
  });
});

describe('an address that cannot be read', () => {
  const protections = [
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'cache-control',
  ];

  it.each([
    ['/api/v1/auth/validateUser/%zz', 'invalid_input'],
    ['/api/v1/auth/validateUser/%ED%A0%80', 'invalid_input'],
    [`/api/v1/auth/validateUser/${'a'.repeat(766)}`, 'not_found'],
  ] as const)('is refused like anything else: %s', async (path, code) => {
    const said = await ask('GET', path, { headers: asAda() });
    expectRefusal(said, code, code === 'invalid_input' ? 'This address is not well formed' : undefined);
    const usual = await ask('GET', '/api/v1/nothing', { headers: asAda() });
    for (const name of protections)
      expect([name, said.headers.get(name)]).toEqual([name, usual.headers.get(name)]);
  });
});

describe('a body', () => {
  const send = (body: string, headers: Record<string, string> = json) =>
    ask('POST', '/api/v1/buy/airtime', { body, headers: asAda(headers) });

  it.each([
    ['{', 'The request body is not valid JSON'],
    ['{"network":1,}', 'The request body is not valid JSON'],
    ["{'network':1}", 'The request body is not valid JSON'],
    ['nonsense', 'The request body is not valid JSON'],
    ['\ufeff{}', 'The request body is not valid JSON'],
    [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'The request body is nested too deeply'],
    ['{"amount":1e3}', 'Write numbers without exponents'],
    ['{"amount":99.99999999999999999}', 'Write numbers with at most two decimals'],
    ['{"amount":1,"amount":500}', 'Write each name once in an object'],
  ])('that is not JSON as we read it is refused: %s', async (body, msg) => {
    expectRefusal(await send(body), 'malformed_body', msg);
  });

  it.each(['null', '[]', '"text"', '12', 'true'])('that is no object is refused: %s', async (body) => {
    const said = await send(body);
    expect([said.status, said.body.code]).toEqual([400, 'invalid_input']);
  });

  it('that is too large is refused before it is read', async () => {
    const filler = 'x'.repeat(33 * 1_024);
    expectRefusal(await send(JSON.stringify({ network: 1, filler })), 'body_too_large');
  });

  it.each([
    'text/plain',
    'text/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('of the type %s is refused', async (type) => {
    expectRefusal(await send('{"network":1}', { 'content-type': type }), 'unsupported_media_type');
  });

  it('that is empty counts as one without fields', async () => {
    const said = await send('');
    expectRefusal(said, 'invalid_input', 'All fields are required');
    expect(said.body.errors).toEqual(
      ['network', 'mobile_number', 'amount'].map((field) => ({ field, msg: 'All fields are required' })),
    );
  });

  it('cannot reach beyond its own fields', async () => {
    const body = `{"network":1,"mobile_number":"08031231234","amount":100,"__proto__":{"isAdmin":true,"force":true},
      "constructor":{"prototype":{"isAdmin":true}},"userId":"1","charge":1}`;
    const bought = await send(body);
    expect(bought.status).toBe(200);
    expect(JSON.parse(bought.text)).toMatchObject({ receipt: { charge: 99, trans_UserName: ada.userName } });
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    // The `force` that was hidden there bought nothing twice.
    expectRefusal(await send(body), 'possible_duplicate');
    const rows = await app.context.pool.rows('select user_name from users where is_admin and id = $1', [
      ada.userId,
    ]);
    expect(rows).toEqual([]);
  });

  it('with two lengths is not read at all', async () => {
    const { hostname, port } = new URL(app.url);
    const request = [
      'POST /api/v1/auth/login HTTP/1.1',
      'host: shop.example',
      'content-type: application/json',
      'content-length: 2',
      'transfer-encoding: chunked',
      '',
      '0',
      '',
      '{}',
    ].join('\r\n');
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(request));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a session', () => {
  it.each(Object.values(api).filter(({ access }) => access !== 'public'))(
    'is needed for $method $path',
    async ({ method, path }) => {
      const body = method === 'GET' ? {} : { body: '{}' };
      for (const headers of [
        {},
        { 'x-auth-token': 'a'.repeat(43) },
        { 'x-auth-token': "' or true" },
        { authorization: 'Bearer x' },
      ]) {
        const said = await ask(method, path.replace(':id', '1'), {
          ...body,
          headers: { ...json, ...headers },
        });
        expectRefusal(said, 'unauthenticated');
      }
    },
  );

  it('travels in either header', async () => {
    for (const headers of [
      asAda(),
      { authorization: `Bearer ${ada.token}` },
      { authorization: `bearer ${ada.token}` },
    ]) {
      expect((await ask('GET', '/api/v1/auth', { headers })).status).toBe(200);
    }
  });

  it('does not travel in the address, in a cookie or in the body', async () => {
    const { token } = ada;
    for (const query of [`x-auth-token=${token}`, `token=${token}`, `access_token=${token}`]) {
      expectRefusal(await ask('GET', `/api/v1/auth?${query}`), 'unauthenticated');
    }
    expectRefusal(
      await ask('GET', '/api/v1/auth', { headers: { cookie: `x-auth-token=${token}` } }),
      'unauthenticated',
    );
    const body = JSON.stringify({ 'x-auth-token': token, token, amount: 5 });
    expectRefusal(await ask('POST', '/api/v1/loophole', { headers: json, body }), 'unauthenticated');
    expectRefusal(await ask('GET', `/events?token=${token}`), 'unauthenticated');
  });

  it('is all that a 401 speaks of: a wrong password is something else', async () => {
    const body = JSON.stringify({ userName: ada.userName, password: 'not the password' });
    expectRefusal(await ask('POST', '/api/v1/auth/login', { headers: json, body }), 'wrong_credentials');
  });
});

describe('every answer', () => {
  it.each(['/api/v1/prices', '/api/v1/nothing', '/assets/nothing.js', '/', '/healthz', '/openapi.json'])(
    'is guarded: %s',
    async (path) => {
      const { headers } = await ask('GET', path);
      const isPage = !/^\/(api|assets)\//.test(path);
      expect(headers.get('content-security-policy')).toMatch(
        isPage
          ? /default-src 'none'.*script-src 'self'(;|$)/
          : /^default-src 'none'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      if (isPage) {
        expect(headers.get('content-security-policy')).toMatch(
          /style-src 'self';.*require-trusted-types-for 'script';/,
        );
        expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\)/);
        expect(headers.get('reporting-endpoints')).toBe('policy="/policy-reports"');
      }
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe(isPage ? 'same-origin' : null);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
      // This installation has no TLS of its own.
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  it('with a mail in it is a frame of our own pages, and of no origin', async () => {
    const { headers } = await ask('GET', '/mail-frame.html');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none';script-src 'self';.*frame-ancestors 'self';sandbox allow-scripts/,
    );
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('of the API is kept by nobody on the way', async () => {
    for (const [path, headers] of [
      ['/api/v1/auth', asAda()],
      ['/api/v1/prices', {}],
      ['/api/v1/nothing', {}],
    ] as const) {
      expect((await ask('GET', path, { headers })).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('has an id of its own, which the caller cannot choose', async () => {
    const ids = [];
    for (let turn = 0; turn < 5; turn += 1) {
      ids.push(
        (await ask('GET', '/api/v1/nothing', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } }))
          .body.requestId,
      );
    }
    expect(new Set(ids).size).toBe(5);
    expect(ids).not.toContain('mine');
  });
});

describe('a bug', () => {
  it('ends in a fixed sentence and an id, and tells nothing of the inside', async () => {
    await runSql(app.databaseUrl, 'alter table contacts rename to contacts_gone');
    const said = await ask('GET', '/api/v1/auth/contact', { headers: asAda() });
    await runSql(app.databaseUrl, 'alter table contacts_gone rename to contacts');
    expectRefusal(said, 'internal_error');
    expect(Object.keys(said.body)).toEqual(['msg', 'code', 'requestId']);
    expect(said.text).not.toMatch(/contacts|relation|select|pg|node_modules/i);
    expect(app.takeErrors()).toEqual([expect.stringContaining(said.body.requestId ?? 'no id')]);
    expect((await ask('GET', '/api/v1/auth/contact', { headers: asAda() })).status).toBe(200);
  });
});
