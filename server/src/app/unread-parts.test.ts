import { request, type OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';

const app = useTestApp();

/** A GET with a body, which `fetch` does not send. */
const statusOf = (path: string, headers: OutgoingHttpHeaders, body?: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(`${app.url}${path}`, { method: 'GET', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end(body);
  });

describe('a query', () => {
  it('with a name that stands twice is refused', async () => {
    const { token } = await app.make.user();
    const list = (query: string) => statusOf(`/api/v1/transaction?${query}`, { 'x-auth-token': token });
    expect(await list('status=success')).toBe(200);
    expect(await list('status=success&status=pending')).toBe(400);
  });
});

describe('a call that reads no body', () => {
  it.each([{ 'content-encoding': 'x' }, { 'content-encoding': 'gzip' }, { 'content-type': 'x' }])(
    'does not look at what kind of body comes with it: %j',
    async (headers) => {
      expect(await statusOf('/api/v1/status', { ...headers, 'content-length': 2 }, '{}')).toBe(200);
    },
  );

  it('and takes nothing from its address does not look at what stands behind the question mark', async () => {
    expect(await statusOf('/api/v1/status?%00=1', {})).toBe(200);
    expect(await statusOf('/api/v1/check/%00', {})).toBe(400);
  });
});
