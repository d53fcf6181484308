/** Requests that are none, or are those of nothing: what stands between a client and the program, and what somebody types by hand. */
import { deflateSync, gzipSync } from 'node:zlib';
import type { Choice } from '../choose.ts';
import { inHeader, nested, oddText } from './odd-values.ts';
import type { Sent } from './sent.ts';

type Break = (chance: Choice, sent: Sent) => void;

const textOf = ({ body }: Sent): string => body?.toString() ?? '{}';

const breaks: readonly Break[] = [
  (chance, sent) => {
    sent.body = sent.body?.subarray(0, chance.below(sent.body.length + 1)) ?? Buffer.from('{"a":');
  },
  (chance, sent) => {
    sent.body = Buffer.from(textOf(sent) + chance.of(['}', ',', 'x', '\0', '{}', '/* */', '\n\n', '""']));
  },
  (chance, sent) => {
    sent.body = Buffer.from(
      chance.of([
        'null',
        '[]',
        '""',
        '0',
        'true',
        '[{}]',
        '',
        '   ',
        '{',
        '"',
        '{"',
        '{"a"',
        "{'a':1}",
        '{a:1}',
        '\ufeff{}',
        'NaN',
        nested(50).text,
        '\u2028',
      ]),
    );
  },
  // A byte that no text in UTF-8 has.
  (chance, sent) => {
    const body = Buffer.from(textOf(sent));
    if (body.length > 2)
      body[1 + chance.below(body.length - 2)] = chance.of([0x00, 0x80, 0xc0, 0xff, 0x1f, 0x0a]);
    sent.body = body;
  },
  (_chance, sent) => {
    sent.body = Buffer.from(textOf(sent), 'utf16le');
  },
  (chance, sent) => {
    const text = textOf(sent);
    sent.body = Buffer.from(
      `${text.slice(0, -1)}${text.length > 2 ? ',' : ''}"z":"${'y'.repeat(chance.of([31_000, 40_000, 200_000]))}"}`,
    );
  },
  (chance, sent) => {
    sent.headers['content-type'] = chance.of([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/json; charset=utf-16',
      'application/json; charset="',
      'application/json;',
      'application/jsonx',
      'APPLICATION/JSON',
      'application/json, text/plain',
      'application/vnd.api+json',
      'application/xml',
      '/',
      ';',
      'é',
      '',
    ]);
  },
  (_chance, sent) => {
    delete sent.headers['content-type'];
  },
  (chance, sent) => {
    sent.headers['content-encoding'] = chance.of(['gzip', 'deflate', 'br', 'identity', 'x']);
    sent.body = chance.once(2) ? gzipSync(textOf(sent)) : deflateSync(textOf(sent));
  },
  (chance, sent) => {
    sent.method = chance.of([
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'REPORT',
    ]);
    sent.name = null;
  },
  (chance, sent) => {
    sent.path = chance.of([
      `${sent.path}/`,
      `${sent.path}/x`,
      sent.path.replace('/api/v1', '/api/v1/'),
      sent.path.replace('/api/', '//api/'),
      sent.path.toUpperCase(),
      `${sent.path}%00`,
      `${sent.path}%`,
      `${sent.path}%zz`,
      `${sent.path}%ff%fe`,
      `${sent.path}%2f..%2f..`,
      `${sent.path};a=b`,
      `${sent.path}#x`,
      `/api/v1/../v1${sent.path}`,
      '/api/v1',
      '/api/',
      `/api/v1/${'a/'.repeat(200)}`,
      `${sent.path}/${'x'.repeat(3_000)}`,
    ]);
    sent.name = null;
  },
  (chance, sent) => {
    const mark = sent.path.includes('?') ? '&' : '?';
    sent.path +=
      mark +
      chance.of([
        'page=1&page=2',
        'page[]=1',
        'page[a]=1',
        'page=',
        '&&&',
        '=',
        '%',
        'a=%',
        'a=%ff',
        '%00=1',
        'page=1e3',
        'page=-1',
        'page=99999999999999999999',
        'constructor=1',
        '__proto__=1',
        `q=${'x'.repeat(6_000)}`,
        'from=infinity',
        'from=2026-02-30',
        'to=0000-00-00',
        'format=xml',
      ]);
  },
  (chance, sent) => {
    sent.headers[
      chance.of([
        'x-auth-token',
        'authorization',
        'cookie',
        'user-agent',
        'x-forwarded-for',
        'accept',
        'accept-encoding',
        'if-none-match',
        'origin',
        'range',
      ])
    ] = chance.of([
      inHeader(oddText(chance)),
      'Bearer ',
      'Bearer x',
      `Bearer ${'a'.repeat(3_000)}`,
      'Basic YTpi',
      'device=; device=x; =; ;',
      'device=%00%ff',
      'bytes=0-1,2-',
      '*/*;q=x',
      'gzip;q=0, *;q=0',
      '127.0.0.1, ::1, x',
    ]);
  },
];

export function broken(chance: Choice, sent: Sent): Sent {
  chance.of(breaks)(chance, sent);
  if (chance.once(4)) chance.of(breaks)(chance, sent);
  return sent;
}
