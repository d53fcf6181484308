import { describe, expect, it } from 'vitest';
import { rawFaults, rawRequests, sendRaw } from '../../simulation/fuzz/raw.ts';
import { useTestApp } from '../../test/app.ts';

const app = useTestApp();

describe('what is hardly HTTP', () => {
  it.each(rawRequests.map((bytes) => [JSON.stringify(bytes.slice(0, 120)), bytes] as const))(
    '%s is answered or refused in the words of every refusal',
    async (_shown, bytes) => {
      expect(rawFaults(bytes, await sendRaw(app.url, bytes))).toEqual([]);
    },
  );

  it('is told to be too large, or not readable, with an id', async () => {
    const long = await sendRaw(app.url, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 413 /);
    const [head = '', body = ''] = long.split('\r\n\r\n');
    const { code, msg, requestId } = JSON.parse(body) as Record<string, string>; // a refusal
    expect([code, msg]).toEqual(['body_too_large', 'The request is too large']);
    expect(head).toContain(`x-request-id: ${requestId}`);
    // As the answers that have come further.
    const usual = (await fetch(`${app.url}/api/v1/nothing`)).headers;
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
      expect(head).toContain(`${name}: ${usual.get(name)}`);
    expect(await sendRaw(app.url, 'GET / HTTP/9.9\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*malformed_body/s);
    expect(await sendRaw(app.url, 'GET /healthz HTTP/1.1\r\n\r\n')).toContain('does not name its host');
    expect(await sendRaw(app.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.[01] 200 /);
  });
});
