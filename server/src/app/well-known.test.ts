import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';

const app = useTestApp();
const get = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' });
const report = (type: string, body: string) =>
  fetch(`${app.url}/policy-reports`, { method: 'POST', headers: { 'content-type': type }, body });

describe('agreed addresses', () => {
  it('tell whom to write to about a hole, and until when that holds', async () => {
    const answer = await get('/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(
      /^Contact: mailto:\S+@\S+\nExpires: 20\S+Z\nCanonical: http\S+\/\.well-known\/security\.txt\n/,
    );
    const expires = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  });

  it('lead to the page where a password is changed', async () => {
    const answer = await get('/.well-known/change-password');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/profile/changePassword']);
    expect((await get('/profile/changePassword')).status).toBe(200);
  });
});

describe('reports of browsers', () => {
  it.each([
    [
      'application/csp-report',
      JSON.stringify({
        'csp-report': { 'blocked-uri': 'inline', 'document-uri': 'https://shop.example/a?b=c' },
      }),
    ],
    ['application/reports+json', JSON.stringify([{ type: 'csp-violation', body: { blockedURL: 'inline' } }])],
    ['application/csp-report', 'not JSON'],
    ['application/csp-report', '[[[['.repeat(100)],
  ])('are taken without a word: %s %s', async (type, body) => {
    const answer = await report(type, body);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  it('are refused when they are no reports, or long', async () => {
    expect((await report('text/plain', 'x')).status).toBe(415);
    expect((await report('application/csp-report', 'x'.repeat(9_000))).status).toBe(413);
  });
});
