import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { paths } from '@jara/contract/paths.ts';
import { describe, expect, it } from 'vitest';
import { readCalls, readPages, readScreens, screensOf } from './read-map.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

describe('the map', () => {
  it('has every call once, with a file that exists', () => {
    const calls = readCalls();
    expect(calls.map(({ method, address }) => `${method} ${address}`)).toEqual(Object.values(paths));
    expect(calls.filter(({ file }) => !existsSync(at(file)))).toEqual([]);
    expect(calls.find(({ name }) => name === 'buyAirtime')).toEqual({
      name: 'buyAirtime',
      method: 'POST',
      address: '/api/v1/buy/airtime',
      access: 'user',
      file: 'server/src/slices/purchases/buy-airtime.ts',
    });
    expect(calls.find(({ name }) => name === 'testTopUp')?.access).toBe('user, sandbox');
  });

  it('has every screen that routes.tsx loads, with a file that exists', () => {
    const screens = readScreens();
    const loaded = readFileSync(at('web/src/app/routes.tsx'), 'utf8').matchAll(
      /import\('\.\.\/(pages\/[^']+)'\)/g,
    );
    const files = new Set(screens.map(({ file }) => file));
    expect([...files].toSorted()).toEqual([...loaded].map(([, file]) => `web/src/${file}`).toSorted());
    expect(screens.filter(({ file }) => !existsSync(at(file)))).toEqual([]);
    expect(screens).toContainEqual({ address: '/login', file: 'web/src/pages/public/login.tsx' });
    expect(screens).toContainEqual({
      address: '/profile/buyData',
      file: 'web/src/pages/profile/buy-data.tsx',
    });
  });

  it('has the pages that leave the server as HTML', () => {
    expect(readPages()).toEqual([
      { address: '/', file: 'web/src/prerendered/landing.tsx' },
      { address: '/priceList', file: 'web/src/prerendered/price-list.tsx' },
    ]);
  });
});

describe('screensOf', () => {
  const addresses = { to: { home: '/', shop: '/shop' } };

  it('follows names, functions and templates', () => {
    const text = `
      const loadHome = () => import('../pages/home.tsx');
      const screens = [
        { paths: [to.home, '*'], load: loadHome },
        { paths: [\`\${to.shop}/*\`], load: () => import('../pages/shop.tsx') },
      ];`;
    expect(screensOf(text, addresses)).toEqual([
      { address: '/', file: 'web/src/pages/home.tsx' },
      { address: '*', file: 'web/src/pages/home.tsx' },
      { address: '/shop/*', file: 'web/src/pages/shop.tsx' },
    ]);
  });

  it.each([
    ['const screens = [{ paths: [to.gone], load: () => import("./a.tsx") }];'],
    ['const screens = [{ paths: [to.home], load: loadGone }];'],
  ])('does not guess: %s', (text) => {
    expect(() => screensOf(text, addresses)).toThrow('not understood');
  });
});
