import type { Brand } from '@jara/contract/brand.ts';
import { brandElementId, termsElementId } from '@jara/contract/brand.ts';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { termsOf } from '../config/terms.ts';
import { brandedPage } from './pages.ts';

const html = '<!doctype html><html><head><title>Anything</title><!--brand--></head><body></body></html>';
const brand = (changes: Partial<Brand> = {}): Brand => ({ ...readConfig({}).brand, ...changes });

const terms = termsOf(readConfig({ ELECTRICITY_FEE_NAIRA: '100' }));

/** What a browser reads out of the page. */
function readFacts(page: string, id: string): unknown {
  const start = `<script type="application/json" id="${id}">`;
  const [, rest = ''] = page.split(start);
  return JSON.parse(rest.slice(0, rest.indexOf('</script')));
}

const texts = [
  'Ada & Sons',
  'Zoë "the best" <Data>',
  '</script><script>alert(1)</script>',
  '<!-- <script> -->',
  '</title><script>alert(1)</script>',
  '$& $1 $` $$',
  `it's \\ a \u2028 line`,
  '</SCRIPT >',
  ']]>',
];

describe('the page', () => {
  it('escapes each sign that could end a text or an attribute', () => {
    const page = brandedPage(
      html,
      { brand: brand({ name: `Ada's > "Tunde's"` }), terms },
      {
        origin: `https://shop.example/'>`,
        path: '/login',
      },
    );
    expect(page).toContain('<title>Log in \u00b7 Ada&#39;s &#62; &#34;Tunde&#39;s&#34;</title>');
    expect(page).toContain('href="https://shop.example/&#39;&#62;/login"');
  });

  it.each(texts)('carries the brand %j unchanged and cannot be broken by it', (text) => {
    const mine = brand({
      name: text,
      tagline: text,
      officeAddress: text,
      supportEmail: text,
      topUpPageUrl: text,
    });
    const page = brandedPage(html, { brand: mine, terms });
    expect(readFacts(page, brandElementId)).toEqual(mine);
    expect(readFacts(page, termsElementId)).toEqual(terms);
    expect(page.match(/<script/gi)).toHaveLength(2);
    expect(page.match(/<\/script/gi)).toHaveLength(2);
    expect(page.match(/<\/title/gi)).toHaveLength(1);
    expect(page).not.toContain('<!--');
    expect(page.startsWith('<!doctype html><html><head><title>')).toBe(true);
    expect(page.endsWith('</head><body></body></html>')).toBe(true);
  });

  it('has the name of the shop as its title', () => {
    expect(brandedPage(html, { brand: brand({ name: 'Ada & Sons <3' }), terms })).toContain(
      '<title>Ada &#38; Sons &#60;3</title>',
    );
  });
});
