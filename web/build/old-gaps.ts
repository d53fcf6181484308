/**
 * Margins in place of the gaps between the parts of a flex box, which are of Chrome 84. A part knows the gaps of the box around it by two
 * properties. Lines of a box that wraps keep half a gap on both sides, and a later line begins with a whole one.
 */
import { atRule, decl, rule as writeRule, type AtRule, type Rule } from 'postcss';
import { weighMore } from './old-selectors.ts';
import { cutAt } from './old-text.ts';

/** One of the two came with the gaps, in Chrome and in Safari. */
const withoutGaps = { name: 'supports', params: '(not (appearance:none)) and (not (translate:none))' };
/** What only a screen reader reads takes no part in the line. */
const later = '>:not(.sr-only)~*';
/** Before words, which have no element of their own. */
const icon = '>svg:only-child';

/** A gap is not handed on to what stands inside of the parts. */
export const resetForGaps = (): AtRule =>
  atRule({ ...withoutGaps, nodes: [ruleOf(['*'], { '--gap-x': '0px', '--gap-y': '0px' })] });

/** What `rule` means for the parts of the boxes that `selectors` find. */
export function marginsForGap(rule: Rule, selectors: readonly string[], weight: number): AtRule[] {
  const margins: Rule[] = [];
  const add = (parts: string, styles: Record<string, string>): void => {
    const found = selectors.map((selector) => weighMore(selector + parts, weight));
    if (found.length > 0) margins.push(ruleOf(found, styles));
  };
  rule.walkDecls((declaration) => {
    const { prop, value } = declaration;
    const [first = value, second = first] = cutAt(value, /\s/);
    if (prop === 'gap') add('>*', { '--gap-x': lengthOf(second), '--gap-y': lengthOf(first) });
    if (prop === 'column-gap') add('>*', { '--gap-x': lengthOf(value) });
    if (prop === 'row-gap') add('>*', { '--gap-y': lengthOf(value) });
    if (prop === 'display' && value.endsWith('flex')) {
      add(later, { 'margin-left': 'var(--gap-x)' });
      add(icon, { 'margin-right': 'var(--gap-x)' });
    }
    if (prop === 'display' && value.endsWith('grid')) add(later, { 'margin-left': '0' });
    if (prop === 'flex-direction' && value === 'column')
      add(later, { 'margin-left': '0', 'margin-top': 'var(--gap-y)' });
    if (prop === 'flex-direction' && value === 'row')
      add(later, { 'margin-left': 'var(--gap-x)', 'margin-top': '0' });
    if (prop === 'flex-wrap' && value === 'wrap') {
      const half = 'calc(var(--gap-y)/2)';
      add('>*', { 'margin-top': half, 'margin-bottom': half });
    }
  });
  return margins.length === 0 ? [] : [atRule({ ...withoutGaps, nodes: margins })];
}

/** Within `calc()` nothing may stand without a unit. */
const lengthOf = (value: string): string => (value === '0' ? '0px' : value);

const ruleOf = (selectors: string[], styles: Record<string, string>): Rule =>
  writeRule({
    selectors,
    nodes: Object.entries(styles).map(([prop, value]) => decl({ prop, value })),
  });
