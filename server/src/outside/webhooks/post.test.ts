import dns, { type LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { isPublicAddress, readWebhookUrl } from './public-address.ts';
import { createWebhookPoster } from './post.ts';

describe('isPublicAddress', () => {
  it.each([
    ['8.8.8.8', true],
    ['197.210.1.1', true],
    ['2a00:1450:4001::1', true],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['::ffff:7f00:1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['fe80::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['ff02::1', false],
    ['2002:7f00:1::', false],
    ['2001:0:7f00:1::', false],
    ['localhost', false],
  ])('%s is %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});

describe('readWebhookUrl', () => {
  it.each(['https://shop.example/hooks', 'https://shop.example:8443/hooks?x=1', 'https://8.8.8.8/hooks'])(
    'takes %s',
    (url) => {
      expect(readWebhookUrl(url, false)?.href).toBe(url);
    },
  );

  it.each([
    'http://shop.example/hooks',
    'ftp://shop.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:pass@shop.example/',
    'https://shop.example:22/',
    'https://localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://intranet/',
    'https://localhost./x',
    'https://intranet./',
    'https://printer.local./',
    'https://127.0.0.1./',
    'https://./',
    'https://localhost../',
    'https://shop.example../',
    'https://shop..example/',
    'not an address',
    '',
  ])('refuses %s', (url) => {
    expect(readWebhookUrl(url, false)).toBeUndefined();
  });
});

describe('a final dot of a name', () => {
  it.each([
    ['https://shop.example./hooks?x=1', 'https://shop.example/hooks?x=1'],
    ['https://SHOP.example.:8443/hooks', 'https://shop.example:8443/hooks'],
  ])('%s is saved as %s, the name that a certificate has', (given, saved) => {
    expect(readWebhookUrl(given, false)?.href).toBe(saved);
    expect(readWebhookUrl(given, true)?.href).toBe(saved);
  });
});

describe('where the inside is allowed', () => {
  const ownPorts = [80, 3_000, 3_001];

  it.each([
    'http://127.0.0.1:3000/healthz',
    'http://127.0.0.1:3001/control/reset',
    'https://jara.example:3001/',
    'http://localhost/',
    'http://127.0.0.1:3001/push/../control/reset',
    'http://127.0.0.1:3001/push/%2e%2e/control/reset',
    'ftp://127.0.0.1/',
  ])('the ports of the program and the sandbox are not, neither stored nor called: %s', async (url) => {
    const poster = createWebhookPoster({ allowInside: true, ownPorts });
    expect(poster.readUrl(url)).toBeUndefined();
    expect(await poster.post(url, {}, '{}')).toEqual({
      kind: 'problem',
      problem: 'The address is not on the public internet',
    });
    await poster.close();
  });

  it.each(['http://127.0.0.1:9000/', 'https://shop.example/', 'http://127.0.0.1:3001/push/device'])(
    '%s is',
    (url) => {
      expect(readWebhookUrl(url, true, ownPorts)?.href).toBe(url);
    },
  );
});

describe('posting', () => {
  it.each(['https://localhost:8443/', 'https://127.0.0.1.nip.invalid/'])(
    '%s reaches nothing inside',
    async (url) => {
      const poster = createWebhookPoster({ allowInside: false, ownPorts: [] });
      const answer = await poster.post(url, {}, '{}');
      await poster.close();
      expect(answer.kind).toBe('problem');
    },
  );

  it('says why a name that resolves to the inside is not called', async () => {
    const resolve = (_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    // Of its forms the one that is used here.
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(resolve as never);
    syncBuiltinESMExports();
    const poster = createWebhookPoster({ allowInside: false, ownPorts: [] });
    const answer = await poster.post('https://inside.example/', {}, '{}');
    await poster.close();
    expect(lookup).toHaveBeenCalledOnce();
    lookup.mockRestore();
    syncBuiltinESMExports();
    expect(answer).toEqual({ kind: 'problem', problem: 'The address is not on the public internet' });
  });

  it('does not call what was stored while the inside was allowed: an address is not looked up as a name is', async () => {
    let called = 0;
    const server = createServer((_request, response) => {
      called += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // It listens at a port.
    const { port } = server.address() as AddressInfo;
    const poster = createWebhookPoster({ allowInside: false, ownPorts: [port] });
    const saved = ['127.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '169.254.169.254']
      .flatMap((host) => [`http://${host}:${port}/`, `https://${host}/`])
      .concat(`http://shop.example:${port}/`);
    for (const url of saved) {
      const answer = await poster.post(url, {}, '{}');
      expect([url, answer]).toEqual([
        url,
        { kind: 'problem', problem: 'The address is not on the public internet' },
      ]);
    }
    await poster.close();
    await new Promise((resolve) => server.close(resolve));
    expect(called).toBe(0);
  });
});
