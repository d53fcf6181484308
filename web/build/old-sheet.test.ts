import { describe, expect, it } from 'vitest';
import { writeOldSheet } from './old-sheet.ts';

const layers = '@layer properties,theme,base,components,utilities;';

/** Without what stands in for gaps, and in one line. */
const written = (css: string): string =>
  writeOldSheet(layers + css)
    .replaceAll(/@supports \(not \(appearance[^{]*\{\s*([^{}]*\{[^{}]*\}\s*)*\}/g, '')
    .replaceAll(/\s*\n\s*/g, '');

describe('a sheet for Chrome 80', () => {
  it('has no layers, and what stands in a later one wins all the same', () => {
    expect(
      written('@layer base{a b{top:0}}@layer utilities{.c{top:1px}:where(.d>p){top:2px}}b{top:3px}'),
    ).toBe('a b{top:0}.c:not(#_):not(#_){top:1px}.d>p:not(#_){top:2px}b:not(#_):not(#_):not(#_){top:3px}');
  });

  it('sets what browsers with @property know by themselves', () => {
    expect(
      written(
        '@layer properties{@supports (margin-trim:block){*{--a:0}}}@property --a{syntax:"*";inherits:false}',
      ),
    ).toBe('*{--a:0}');
  });

  it.each([
    ['inset:0 auto 1px', 'top:0;right:auto;bottom:1px;left:auto'],
    ['inset-inline:calc(1px * 2) 0', 'left:calc(1px * 2);right:0'],
    ['margin-inline:auto', 'margin-left:auto;margin-right:auto'],
    ['padding-block-end:1px', 'padding-bottom:1px'],
    ['scroll-padding-block:1px 2px', 'scroll-padding-top:1px;scroll-padding-bottom:2px'],
    ['border-inline:1px solid red', 'border-left:1px solid red;border-right:1px solid red'],
    ['border-block-style:solid', 'border-top-style:solid;border-bottom-style:solid'],
    ['border-inline-start-width:1px', 'border-left-width:1px'],
    ['translate:var(--x) calc(1px * 2)', 'transform:translate(var(--x),calc(1px * 2))'],
    ['rotate:45deg', 'transform:rotate(45deg)'],
    ['scale:none', 'transform:none'],
    ['min-height:calc(100dvh - 1px)', 'min-height:calc(100vh - 1px)'],
    ['appearance:none', '-webkit-appearance:none;appearance:none'],
    ['filter:var(--a,) var(--b,0)', 'filter:var(--a, ) var(--b,0)'],
    ['color:red;color:color-mix(in oklab,red 50%,blue)', 'color:red'],
  ])('says %s in older words', (later, older) => {
    expect(written(`@layer base{a{${later}}}`)).toBe(`a{${older}}`);
  });

  it('leaves out nothing beside a selector that is not known', () => {
    expect(written('@layer base{a,b:popover-open,c:has(d){top:0}}')).toBe('a{top:0}');
    expect(written('@layer base{a,b:focus-visible{top:0}}')).toBe(
      'a{top:0}b:focus-visible{top:0}@supports not (inset:0px){b:focus{top:0}}',
    );
  });

  it('asks for widths in older words, and takes containers for narrow', () => {
    expect(
      written(
        '@media not all and (width>=64rem){@layer base{a{top:0}}}' +
          '@layer base{@container not (width>=32rem){b{top:0}}@container not (width>=14rem){c{top:0}}}',
      ),
    ).toBe('@media not all and (min-width:64rem){a{top:0}}b{top:0}');
  });

  it.each(['@media (width<1px){a{top:0}}', '@container (width>1rem){a{top:0}}', '@layer other{a{top:0}}'])(
    'is not made where there are no older words: %s',
    (css) => {
      expect(() => writeOldSheet(css)).toThrow(/has no older words here|How much does/);
    },
  );

  it('keeps the parts of a flex box apart where there are no gaps', () => {
    const sheet = writeOldSheet(
      '@layer utilities{.flex{display:flex}.gap-2{gap:8px}.before\\:a:before{gap:1px}}',
    );
    expect(sheet).toContain('>:not(.sr-only)~*:not(#_){margin-left:var(--gap-x)}');
    expect(sheet).toMatch(/\.gap-2>\*:not\(#_\)\{--gap-x:8px;\s*--gap-y:8px\}/);
    expect(sheet).not.toContain(':before>');
  });
});
