import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createHeaders } from './headers.ts';

/** The headers of an answer to `address`, by an installation that people reach at `publicUrl`. */
async function headersOf(publicUrl: string, address: string): Promise<Record<string, unknown>> {
  const app = Fastify();
  const setHeaders = createHeaders({ publicUrl, clientBuild: null });
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply));
  app.get('/*', async () => 'anything');
  const { headers } = await app.inject(address);
  return headers;
}

it.each([
  '/',
  '/api/v1/prices',
  '/assets/client.js',
  '/developers/reference',
  '/mail-frame.html',
  '/mail-frame.js',
])('who came to %s by TLS comes by nothing else for a year', async (address) => {
  const promise = 'strict-transport-security';
  const { [promise]: behindTls } = await headersOf('https://shop.example', address);
  const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(String(behindTls)) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 86_400);
  // Without TLS the promise would lock people out.
  expect(await headersOf('http://127.0.0.1:3000', address)).not.toHaveProperty([promise]);
});

it('what a page may not do is reported, and only the API reference writes styles of its own', async () => {
  const policyOf = async (address: string) =>
    String((await headersOf('https://shop.example', address))['content-security-policy']);
  for (const address of ['/', '/profile', '/developers/reference', '/developers/reference?of=buyData'])
    expect(await policyOf(address)).toMatch(
      /script-src 'self';.*report-uri \/policy-reports;report-to policy/,
    );
  expect(await policyOf('/')).not.toContain('unsafe');
  expect(await policyOf('/developers')).not.toContain('unsafe');
  expect(await policyOf('/mail-frame.html')).toMatch(
    /^default-src 'none';script-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'self';sandbox allow-scripts$/,
  );
  const ofReference = await policyOf('/developers/reference');
  expect(ofReference.match(/[\w-]+ 'self' 'unsafe-inline'/g)).toEqual(["style-src 'self' 'unsafe-inline'"]);
});
