import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient, type HttpClient } from './http.ts';
import { json, page, startScriptedServer, type ScriptedServer } from './testing/scripted-server.ts';

let server: ScriptedServer;
let client: HttpClient;

beforeEach(async () => {
  server = await startScriptedServer();
  client = openClient(`${server.url}/base/`);
});
afterEach(async () => {
  await client.close();
  await server.close();
});

function openClient(baseUrl: string, connections = 4): HttpClient {
  return createHttpClient({ baseUrl, headers: { authorization: 'Token key' }, connections });
}

const post = (timeoutMs = 10_000) =>
  client.send({ method: 'POST', path: '/orders/', body: { amount: 100 }, timeoutMs });

const notSent = { kind: 'connection', certainlyNotSent: true };
const cutOff = { kind: 'connection', certainlyNotSent: false };

describe('what is sent', () => {
  it('appends the path to the base address and writes the body as JSON', async () => {
    server.onRequest = () => ({ bytes: json(200, {}) });
    await post();
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/base/orders/',
        body: '{"amount":100}',
        headers: {
          authorization: 'Token key',
          'content-type': 'application/json',
          'content-length': '14',
          accept: 'application/json',
        },
      },
    ]);
  });

  it('sends a GET without a body or its headers', async () => {
    server.onRequest = () => ({ bytes: json(200, {}) });
    await client.send({ method: 'GET', path: '/orders/?search=1', timeoutMs: 10_000 });
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/base/orders/?search=1', body: '' });
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('keeps a connection for the next request', async () => {
    client = openClient(server.url, 1);
    server.onRequest = () => ({ bytes: json(200, {}) });
    await post();
    await post();
    expect(server.requests).toHaveLength(2);
    expect(server.connections()).toBe(1);
  });
});

describe('what comes back', () => {
  it('is the status, the type and the text', async () => {
    server.onRequest = () => ({ bytes: page(502, '<h1>Bad gateway</h1>') });
    expect(await post()).toEqual({
      kind: 'answer',
      status: 502,
      contentType: 'text/html',
      text: '<h1>Bad gateway</h1>',
    });
  });

  it('may come in pieces that cut a character in two', async () => {
    const naira = Buffer.from('₦5');
    server.onRequest = () => ({
      bytes: Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n'),
        naira.subarray(0, 1),
        Buffer.from('\r\n3\r\n'),
        naira.subarray(1),
        Buffer.from('\r\n0\r\n\r\n'),
      ]),
    });
    expect(await post()).toEqual({ kind: 'answer', status: 200, contentType: null, text: '₦5' });
  });

  it('may follow an interim answer', async () => {
    server.onRequest = () => ({
      bytes: Buffer.concat([Buffer.from('HTTP/1.1 103 Early\r\nlink: x\r\n\r\n'), json(201, { ok: true })]),
    });
    expect(await post()).toMatchObject({ kind: 'answer', status: 201, text: '{"ok":true}' });
  });

  it('is a redirect when the other side redirects, and nobody follows it', async () => {
    server.onRequest = () => ({ bytes: page(307, '', { location: '/elsewhere' }) });
    expect(await post()).toMatchObject({ kind: 'answer', status: 307 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['announced', page(200, 'x'.repeat(300_000))],
    ['not announced', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(300_000)}`],
    ['announced only', 'HTTP/1.1 200 OK\r\ncontent-length: 9000000000\r\n\r\n'],
  ])('is refused when it is too large, %s', async (_how, bytes) => {
    server.onRequest = () => ({ bytes });
    expect(await post()).toEqual({ kind: 'too_large' });
  });
});

describe('when nobody answers', () => {
  it.each([
    ['nothing at all', null],
    ['half of the head', { bytes: 'HTTP/1.1 200 OK\r\ncontent-le' }],
    ['half of the body', { bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"id"' }],
  ])('gives up after the time-out: %s', async (_how, reply) => {
    server.onRequest = () => reply;
    expect(await post(300)).toEqual({ kind: 'timeout' });
    expect(server.requests).toHaveLength(1);
  });

  it('gives up on an answer that never stops', async () => {
    server.onConnection = (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const drip = setInterval(() => socket.write('1\r\nx\r\n'), 10);
        socket.on('close', () => clearInterval(drip));
      });
    };
    expect(await post(300)).toEqual({ kind: 'timeout' });
  });
});

describe('when the connection breaks', () => {
  it.each([
    ['before an answer', ''],
    ['in the status line', 'HTTP/1.'],
    ['in the head', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['before the body', 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n'],
    ['in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"id"'],
    ['in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\n{"id"'],
  ])('may have been read, and is not sent again: %s', async (_when, bytes) => {
    for (const afterwards of ['destroy', 'end'] as const) {
      server.requests.length = 0;
      server.onRequest = () => ({ bytes, afterwards });
      expect(await post()).toMatchObject(cutOff);
      expect(server.requests).toHaveLength(1);
    }
  });

  it('may have been read when it breaks while the request is on its way', async () => {
    server.onConnection = (socket) => socket.once('data', () => socket.destroy());
    expect(await post()).toMatchObject(cutOff);
    expect(server.connections()).toBe(1);
  });

  it('may have been read when the answer is not HTTP', async () => {
    server.onRequest = () => ({ bytes: 'hello\r\n\r\n', afterwards: 'end' });
    expect(await post()).toMatchObject(cutOff);
  });
});

describe('what was certainly not sent', () => {
  it('is a request to a port where nobody listens', async () => {
    const closed = await startScriptedServer();
    await closed.close();
    client = openClient(closed.url);
    expect(await post()).toMatchObject({ ...notSent, message: expect.stringContaining('ECONNREFUSED') });
  });

  it('is a request to a name that does not exist', async () => {
    client = openClient('http://nowhere.invalid');
    expect(await post()).toMatchObject(notSent);
  });

  it('is a request to a server that does not prove who it is', async () => {
    client = openClient(server.url.replace('http:', 'https:'));
    server.onConnection = (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n'));
    expect(await post()).toMatchObject(notSent);
    expect(server.requests).toHaveLength(0);
  });

  it('is a request to a server that does not finish the greeting', async () => {
    client = openClient(server.url.replace('http:', 'https:'));
    expect(await post()).toMatchObject(notSent);
  });

  it('is a request that waited for a connection until its time was over, and it is not sent later either', async () => {
    client = openClient(server.url, 1);
    const sockets: Socket[] = [];
    server.onConnection = (socket) => sockets.push(socket);
    const first = post();
    expect(await post(300)).toMatchObject(notSent);
    sockets[0]?.write(json(200, {}));
    expect(await first).toMatchObject({ kind: 'answer', status: 200 });
    server.onRequest = () => ({ bytes: json(200, {}) });
    const third = await client.send({ method: 'POST', path: '/third/', body: {}, timeoutMs: 10_000 });
    expect(third).toMatchObject({ kind: 'answer' });
    expect(server.requests.map(({ path }) => path)).toEqual(['/orders/', '/third/']);
  });

  it('is a request that cannot be written', async () => {
    expect(await client.send({ method: 'GET', path: '/with a blank', timeoutMs: 10_000 })).toMatchObject(
      notSent,
    );
  });
});

describe('close', () => {
  it('cuts what is under way', async () => {
    const arrived = new Promise<void>((resolve) => {
      server.onRequest = () => {
        resolve();
        return null;
      };
    });
    const pending = post();
    await arrived;
    await client.close();
    expect(await pending).toMatchObject(cutOff);
  });
});
