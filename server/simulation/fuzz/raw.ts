/** Bytes that are hardly HTTP, written to a socket of their own. */
import { connect } from 'node:net';
import type { Choice } from '../choose.ts';

const get = 'GET /api/v1/status HTTP/1.1\r\nhost: x\r\nconnection: close\r\n';
const post =
  'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n';

export const rawRequests: readonly string[] = [
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  'GET /api/v1/status HTTP/1.1\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  `${get}x: ${'a'.repeat(20_000)}\r\n\r\n`,
  `${get}${Array.from({ length: 1_500 }, (_, n) => `x${n}: 1\r\n`).join('')}\r\n`,
  `${get}x y: 1\r\n\r\n`,
  `${get}x: a\0b\r\n\r\n`,
  `${get}x-auth-token: \xff\xfe\r\n\r\n`,
  `${get}x-auth-token: a\r\nx-auth-token: b\r\n\r\n`,
  `${get}idempotency-key: a\r\nidempotency-key: b\r\n\r\n`,
  `${get}expect: 100-continue\r\n\r\n`,
  `${get}expect: something\r\n\r\n`,
  `${get}upgrade: websocket\r\n\r\n`,
  `${get}upgrade: h2c\r\nhttp2-settings: x\r\n\r\n`,
  `${post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${post}content-length: -1\r\n\r\n{}`,
  `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  `${post}content-length: 99999999999\r\n\r\n{}`,
  `${post}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${post}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${post}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n__proto__: x\r\n\r\n`,
  'get /api/v1/status HTTP/1.1\r\nhost: x\r\n\r\n',
  'FOO /api/v1/status HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET http://other.example/api/v1/status HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET api/v1/status HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET /api/v1/é HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET /api/v1/a b HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET //x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET /?%ff%00 HTTP/1.1\r\nhost: \r\nconnection: close\r\n\r\n',
  'GET /api/v1/status HTTP/1.1\r\nhost: x:y:z\r\nconnection: close\r\n\r\n',
  'GET /api/v1/status HTTP/1.0\r\n\r\n',
];

/** What came back, whole; after 15 seconds of silence the connection is given up. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const end = (): void => {
      socket.destroy();
      resolve(Buffer.concat(received).toString('latin1'));
    };
    socket.on('data', (data) => received.push(data));
    socket.on('close', end);
    socket.on('error', end);
    socket.setTimeout(15_000, end);
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}

export const drawRaw = (chance: Choice): string => chance.of(rawRequests);

/** What is wrong with the answer to such bytes; of a refusal it is its body that is looked at. */
export function rawFaults(bytes: string, answer: string): string[] {
  // Nothing at all is an answer to what is no HTTP.
  if (answer === '') return [];
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) return [`no status: ${head.slice(0, 100)}`];
  if (status >= 500) return [`status ${status}: ${body.slice(0, 200)}`];
  if (status < 400) return [];
  // Outside of the API there are pages for people, where they were built.
  if (status === 404 && /^content-type: text\/html/im.test(head) && !bytes.includes('/api/')) return [];
  const isRefusal = ['"msg":', '"code":', '"requestId":'].every((name) => body.includes(name));
  return isRefusal ? [] : [`status ${status} without msg, code and requestId: ${body.slice(0, 200)}`];
}
