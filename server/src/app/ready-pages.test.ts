import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { formatNaira, naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { readScreens } from '../../../tools/read-map.ts';
import { useTestApp } from '../../test/app.ts';
import { numberOf } from '../../test/buying.ts';
import type { TestUser } from '../../test/make.ts';
import { colourOf } from './brand-icons.ts';

/* `npm test` builds the browser client before it comes here; whoever runs this file alone is told what is missing. */
beforeAll(() => {
  const written = fileURLToPath(new URL('../../../web/dist/.vite/prerender.js', import.meta.url));
  if (!existsSync(written)) throw new Error('The browser client is not built, so no page is: npm run build');
});

describe('the ready-made pages', () => {
  const app = useTestApp({ env: { BRAND_NAME: 'Ada & <Sons>', BRAND_HUE: '200' } });
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${app.url}${path}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it('carry the name and the hue of the shop, escaped', async () => {
    const { text } = await read('/');
    expect(text).toContain('<title>Ada &amp; &lt;Sons&gt; ');
    expect(text).toContain('data-hue="200"');
    expect(text).not.toContain('style=');
    expect(text).not.toContain('<Sons>');
  });

  it('show a new price to whoever comes next, and tell who has the page that it is still good', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const [plan] = (await app.anybody().call('listPrices')).reply;
    if (plan === undefined) throw new Error('nothing is sold');
    const address = `/priceList?network=${plan.plan_network}`;
    const before = await read(address);
    const tag = before.headers.get('etag') ?? '';
    expect((await read(address, { 'if-none-match': tag })).status).toBe(304);

    const price = plan.my_price + 0.25;
    await app.as(admin).call('updatePrice', { dataId: plan._id, newPrice: { price } });
    expect(before.text).not.toContain(formatNaira(price));
    const after = await read(address, { 'if-none-match': tag });
    expect(after.status).toBe(200);
    expect(after.text).toContain(formatNaira(price));
  });

  it('take an unknown network or type for none', async () => {
    const [plain, odd] = await Promise.all([
      read('/priceList'),
      read('/priceList?network=%3Cb%3E&type=x&y=1'),
    ]);
    expect(odd.text).toBe(plain.text);
    expect(odd.text).toContain('Select a network');
  });

  it('and every answer of the API name the build of the client, and the worker is asked for anew', async () => {
    const { text } = await read('/profile');
    const build = /<meta name="client-build" content="([\da-f]{16})"/.exec(text)?.[1];
    expect((await read('/api/v1/status')).headers.get('x-client-build')).toBe(build);
    expect((await read('/api/v1/nothing')).headers.get('x-client-build')).toBe(build);
    const worker = await read('/worker.js');
    expect(worker.text).toContain(build);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('content-type')).toMatch(/javascript/);
    expect(worker.headers.get('service-worker-allowed')).toBeNull();
    expect(worker.headers.get('content-security-policy')).toMatch(/connect-src 'self';.*worker-src 'self';/);
  });

  it('are installed as an app under the name of the shop', async () => {
    const manifest = JSON.parse((await read('/manifest.webmanifest')).text) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'Ada & <Sons>', short_name: 'Ada & <Sons>', id: '/profile' });
    const own = colourOf(200);
    for (const src of ['/icons/icon-192.png', '/icons/icon-512.png']) {
      expect(manifest['icons']).toContainEqual(expect.objectContaining({ src }));
      const answer = await fetch(app.url + src);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const png = Buffer.from(await answer.arrayBuffer());
      const palette = png.indexOf('PLTE');
      const end = palette + 4 + png.readUInt32BE(palette - 4);
      expect([...png.subarray(palette + 4, palette + 7)]).toEqual(own);
      expect([...png.subarray(end - 3, end)]).toEqual([0xfb, 0xfa, 0xf7]);
      expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(palette, end)));
    }
    const sign = (await read('/favicon.svg')).text;
    expect(sign).toContain(`#${Buffer.from(own).toString('hex')}`);
    expect(sign).not.toContain('#0b5d43');
  });
});

describe('with the service worker switched off', () => {
  const app = useTestApp({ env: { SERVICE_WORKER: 'off' } });
  const browsers = { 'accept-encoding': 'br, gzip' };

  it('its address has one that removes what browsers keep, and every browser asks for it anew', async () => {
    const answer = await fetch(`${app.url}/worker.js`, { headers: browsers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const worker = await answer.text();
    for (const word of ['skipWaiting', 'caches.delete', 'unregister', 'navigate'])
      expect(worker).toContain(word);
    expect(worker).not.toMatch(/fetch|assets/);
  });

  it('each page that registers it says so; else none does', async () => {
    const says = '<meta name="service-worker" content="off" />';
    for (const path of ['/profile', '/login', '/no/such/page']) {
      expect(await (await fetch(app.url + path)).text()).toContain(says);
    }
    for (const path of ['/', '/priceList']) {
      expect(await (await fetch(app.url + path)).text()).not.toMatch(/service-?worker/i);
    }
  });
});

describe('an address', () => {
  const app = useTestApp();
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${path}`, { headers, redirect: 'manual' });

  it('that the client has a screen for is answered with 200, in each spelling and with whatever varies in it', async () => {
    const addresses = readScreens().map(({ address }) => address.replaceAll(/:\w+/g, 'a%20b'));
    const screens = addresses.filter((address) => !address.includes('*'));
    expect(screens).toContain('/profile/buyData');
    for (const address of [...screens, '/login/', '/register?a=1', '/profile/transactions/7?page=2', '//']) {
      expect({ address, status: (await ask(address)).status }).toEqual({ address, status: 200 });
    }
  });

  it('that it has none for is answered with 404 and the same page, which says so', async () => {
    const known = await (await ask('/profile')).text();
    for (const address of [
      '/no/such/page',
      '/profile/nothing',
      '/register/a/b',
      '/Profiles',
      '//no',
      '/:id',
    ]) {
      const answer = await ask(address);
      expect({ address, status: answer.status }).toEqual({ address, status: 404 });
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await answer.text()).toBe(known);
    }
    expect(known).toContain('<meta name="robots" content="noindex" />');
    expect(known).not.toContain('service-worker');
  });

  it('is asked for again with what the browser kept', async () => {
    const tag = (await ask('/profile')).headers.get('etag') ?? '';
    expect((await ask('/profile/user', { 'if-none-match': tag })).status).toBe(304);
    expect((await ask('/no/such/page', { 'if-none-match': tag })).status).toBe(404);
    expect((await ask('/login', { 'if-none-match': tag })).status).toBe(200);
  });

  it('of a ready-made page in other letters leads to it', async () => {
    const answer = await ask('/pricelist?network=MTN');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/priceList?network=MTN']);
  });
});

describe('the page of the public check', () => {
  const app = useTestApp();
  const read = async (slip: string) => {
    const answer = await fetch(`${app.url}/check/${slip}`, { headers: { accept: 'text/html' } });
    return { status: answer.status, text: await answer.text() };
  };
  const buys = async (person: TestUser, lastFour: string) => {
    const order = { network: 1, mobile_number: numberOf('MTN', lastFour), amount: 500 };
    const { receipt } = (await app.as(person).call('buyAirtime', order)).reply;
    return (await app.as(person).call('getTransaction', { id: receipt._id })).reply;
  };

  it('is whole without a script, and has neither the price of a reseller nor the wallet', async () => {
    const ada = await app.make.user({ wallet: naira(3_217), userType: 'reseller' });
    const { receipt, slip } = await buys(ada, '5555');
    expect([receipt.charge, receipt.balance_After]).toEqual([490, 2_727]);
    const { status, text } = await read(slip);
    expect(status).toBe(200);
    for (const shown of [
      'This slip is true',
      'Delivered',
      receipt.description,
      '•••• 5555',
      receipt.reference,
    ])
      expect(text).toContain(shown);
    // By chance a reference has the digits of a sum.
    const page = [receipt.reference, slip].reduce(
      (rest, random) => rest.replaceAll(random, ''),
      text.slice(text.indexOf('<main'), text.indexOf('</main>')),
    );
    for (const secret of ['490', '3,217', '2,727', ada.userName, 'eseller'])
      expect(page).not.toContain(secret);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toContain('http-equiv="refresh"');
  });

  it('comes again by itself while the purchase waits, and less often when it waits for long', async () => {
    const { receipt, slip } = await buys(await app.make.user({ wallet: naira(1_000) }), '0009');
    const { text } = await read(slip);
    expect(text).toContain('Waiting — not done yet');
    expect(text).toContain('<meta http-equiv="refresh" content="5"/>');
    await app.owner.run("update transactions set created_at = now() - interval '2 minutes' where id = $1", [
      receipt._id,
    ]);
    expect((await read(slip)).text).toContain('<meta http-equiv="refresh" content="60"/>');
  });

  it('says what is no slip of ours, and does not run what stands in the address', async () => {
    const { status, text } = await read('JR1%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(status).toBe(404);
    expect(text).toContain('Not a slip of ours');
    expect(text).not.toContain('<script>alert');
  });

  it('says in words when it was asked for too often', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => read('JR000000000000-0')));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.text).toContain('The slip could not be checked now');
    await app.context.pool.run("delete from attempt_counters where key like 'checkSlip:%'");
  });
});
