import { describe, expect, it } from 'vitest';
import { isWeightless, oldSelectors, weighMore } from './old-selectors.ts';

describe('a selector for Chrome 80', () => {
  it.each([
    ['.a\\:b:hover>*', ['.a\\:b:hover>*']],
    [':is(h1,h2)[tabindex="-1"]:focus', ['h1[tabindex="-1"]:focus', 'h2[tabindex="-1"]:focus']],
    [':is(.a:first-child>*)', ['.a:first-child>*']],
    [':is(.a>*):first-child', ['.a>*:first-child']],
    [':is(:where(.group)[open] .a)', ['.group[open] .a']],
    [':is(:where(.peer):hover~.a):before', ['.peer:hover~.a:before']],
    ['.x :is(.y,.y *)', ['.x .y', '.x .y *']],
    ['a:is(*,b)', ['a']],
    [':root:not([a],[b="x,y"]) .c', [':root:not([a]):not([b="x,y"]) .c']],
    ['[hidden]:where(:not([hidden="until-found"]))', ['[hidden]:not([hidden="until-found"])']],
    [':where(.a>:not(:last-child))', ['.a>:not(:last-child)']],
    ['::-webkit-date-and-time-value', ['::-webkit-date-and-time-value']],
    ['.a:has(:focus-visible)', ['.a:focus-within']],
    [':root:not([a]):has([b="c"]) .d', [':root:not([a])[data-has~="[b=c]"] .d']],
    [
      ':root:has(main form,dialog[open]) .d',
      [':root[data-has~="main_form"] .d', ':root[data-has~="dialog[open]"] .d'],
    ],
    [
      ':is(dialog,[role=dialog]):has(.a) *',
      [':root[data-has~=".a"] dialog *', ':root[data-has~=".a"] [role=dialog] *'],
    ],
    ['.a:focus-visible', ['.a:focus-visible']],
  ])('%s', (selector, expected) => {
    expect(oldSelectors(selector)).toEqual(expected);
  });

  it.each([
    '.a:has(.b)',
    'dl:has( > .b)',
    '.a:popover-open',
    ':-moz-focusring',
    '.a:not(.b.c)',
    '.a:not(.b .c)',
  ])('is not there for %s', (selector) => {
    expect(oldSelectors(selector)).toEqual([]);
  });

  it('loses only those of a list that are not known', () => {
    expect(oldSelectors(':is(:where(.group):is([open],:popover-open,:open) .a)')).toEqual([
      '.group[open] .a',
    ]);
  });
});

it('a selector weighs more by an id that nothing has, before what is no element', () => {
  expect(weighMore('.a>b', 2)).toBe('.a>b:not(#_):not(#_)');
  expect(weighMore('.a\\:before\\:b:before', 1)).toBe('.a\\:before\\:b:not(#_):before');
  expect(weighMore('::selection', 1)).toBe(':not(#_)::selection');
});

it('a selector weighs nothing where all of it stands in :where()', () => {
  expect(isWeightless(':where(.a>:not(:last-child))')).toBe(true);
  expect(isWeightless(':where(.a) b')).toBe(false);
  expect(isWeightless('.a:where(.b)')).toBe(false);
});
