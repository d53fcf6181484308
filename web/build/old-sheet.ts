/** Writes a style sheet in the words of Chrome 80. What it has no words for goes, as colours that are mixed. */
import { atRule, parse, type AtRule, type Container, type Declaration, type Root, type Rule } from 'postcss';
import { marginsForGap, resetForGaps } from './old-gaps.ts';
import { writeOldHue } from './old-hue.ts';
import { isWeightless, lateFocus, oldSelectors, weighMore } from './old-selectors.ts';
import { cutAt } from './old-text.ts';

/**
 * How much more a selector weighs, by its layer: a later layer wins over whatever an earlier one says. What stands in no layer is taken from
 * the other sheets, too, by browsers that know no layers, and with colours that they cannot compute: what is written here wins over that.
 */
const weights = new Map([
  ['properties', 0],
  ['theme', 0],
  ['base', 0],
  ['components', 1],
  ['utilities', 2],
]);
const weightWithoutLayer = 3;
/** Wins over the layers before, and over nothing of its own. */
const weightOfLeast = 1;

const columnRem = 20;

const laterUnit = /(?<=\d)[dsl](?=v[hw]\b)/g;
const laterColour = /\b(?:oklch|oklab|color-mix|lab|lch|color)\(/;
const laterDeclaration = /^(?:container-type|container-name|container)$/;
/** Without a prefix since Chrome 84 and 120. */
const prefixed = new Set(['appearance', 'mask']);
const moves = new Map([
  ['translate', ','],
  ['rotate', ' '],
  ['scale', ','],
]);

export function writeOldSheet(css: string): string {
  const sheet = parse(css);
  sheet.walkAtRules(writeAtRule);
  sheet.walkDecls(writeDeclaration);
  for (const rule of rulesOf(sheet)) writeRule(rule);
  sheet.walkAtRules('layer', (layer) => void layer.replaceWith(layer.nodes ?? []));
  sheet.prepend(resetForGaps());
  removeEmpty(sheet);
  return sheet.toString();
}

function writeAtRule(rule: AtRule): void {
  const { name, params } = rule;
  if (name === 'property' || (name === 'layer' && rule.nodes === undefined)) rule.remove();
  if (name === 'supports') {
    if (laterColour.test(params)) rule.remove();
    // Which asks for browsers without `@property`.
    else if (layerOf(rule) === 'properties') rule.replaceWith(rule.nodes ?? []);
  }
  if (name === 'container') rule.replaceWith(isOfColumn(params) ? (rule.nodes ?? []) : []);
  if (name === 'media') rule.params = oldRange(params);
}

/** Containers are of Chrome 105: then all are taken to be as wide as the column of a form on a phone. */
function isOfColumn(params: string): boolean {
  const limit = /^not \(width\s*>=\s*([\d.]+)r?em\)$/.exec(params)?.[1];
  if (limit === undefined) throw new Error(`@container ${params} has no older words here`);
  return columnRem < Number(limit);
}

/** Ranges are of Chrome 104. */
function oldRange(params: string): string {
  const written = params
    .replaceAll(/\((width|height)\s*>=\s*([^()<>=]+)\)/g, '(min-$1:$2)')
    .replaceAll(/\((width|height)\s*<=\s*([^()<>=]+)\)/g, '(max-$1:$2)');
  if (/[<>]/.test(written)) throw new Error(`@media ${params} has no older words here`);
  return written;
}

function layerOf(node: { parent?: unknown }): string | undefined {
  let above = node.parent as Container | undefined; // postcss has a type for each kind of it
  while (above !== undefined) {
    if (above.type === 'atrule' && (above as AtRule).name === 'layer') return (above as AtRule).params;
    above = above.parent as Container | undefined;
  }
  return undefined;
}

function writeDeclaration(declaration: Declaration): void {
  const { prop } = declaration;
  const value = writeOldHue(declaration.value)
    .replaceAll(laterUnit, '')
    // Some old browsers want something to be there.
    .replaceAll(/(var\(--[\w-]+,)\)/g, '$1 )');
  // A property of its own with such a colour would be taken, and void whatever uses it.
  if (laterColour.test(value) || laterDeclaration.test(prop)) return void declaration.remove();
  declaration.value = value;
  if (prefixed.has(prop)) declaration.cloneBefore({ prop: `-webkit-${prop}` });
  const separator = moves.get(prop);
  if (separator !== undefined) {
    const parts = cutAt(value, /\s/).join(separator);
    declaration.replaceWith(
      declaration.clone({ prop: 'transform', value: value === 'none' ? value : `${prop}(${parts})` }),
    );
    return;
  }
  const sides = physical(prop, value);
  if (sides.length > 0)
    declaration.replaceWith(sides.map(([name, part]) => declaration.clone({ prop: name, value: part })));
}

/** Text runs from left to right here. Short forms are of Chrome 87. */
function physical(prop: string, value: string): [prop: string, value: string][] {
  if (prop === 'inset') {
    const [top = value, right = top, bottom = top, left = right] = cutAt(value, /\s/);
    return Object.entries({ top, right, bottom, left });
  }
  const found =
    /^(?:(inset)|(border|margin|padding|scroll-margin|scroll-padding))-(inline|block)(?:-(start|end))?(-(?:width|style|color))?$/.exec(
      prop,
    );
  if (found === null) return [];
  const [, inset, edge, axis, end, what = ''] = found;
  const [first, last] = axis === 'inline' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const nameOf = (side: string): string => (inset === undefined ? `${edge}-${side}${what}` : side);
  if (end !== undefined) return [[nameOf(end === 'start' ? first : last), value]];
  const isWhole = edge === 'border' && what === '';
  const [one = value, other = one] = isWhole ? [value] : cutAt(value, /\s/);
  return [
    [nameOf(first), one],
    [nameOf(last), other],
  ];
}

function rulesOf(sheet: Root): Rule[] {
  const rules: Rule[] = [];
  sheet.walkRules((rule) => {
    const isFrame = rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes');
    if (!isFrame) rules.push(rule);
  });
  return rules;
}

function writeRule(rule: Rule): void {
  const layer = layerOf(rule);
  const weight = layer === undefined ? weightWithoutLayer : weights.get(layer);
  if (weight === undefined) throw new Error(`How much does the layer ${layer} weigh?`);
  const written = rule.selectors.flatMap((selector) =>
    oldSelectors(selector).map((old) => ({
      old,
      weighed: weighMore(old, isWeightless(selector) ? Math.min(weight, weightOfLeast) : weight),
    })),
  );
  const isLate = ({ old }: { old: string }): boolean => old.includes(lateFocus);
  const late = written.filter(isLate).map(({ weighed }) => weighed);
  const known = written.filter((one) => !isLate(one));
  if (layer === 'utilities') {
    const selectors = known.map(({ old }) => old).filter((old) => !/:(?:before|after)$/.test(old));
    rule.after(marginsForGap(rule, selectors, weightOfLeast));
  }
  if (late.length > 0) {
    const older = rule.clone({ selectors: late.map((one) => one.replaceAll(lateFocus, ':focus')) });
    // Chrome 87, one after `:focus-visible`: a sheet cannot ask Chrome 80 for a selector.
    rule.after(atRule({ name: 'supports', params: 'not (inset:0px)', nodes: [older] }));
    rule.after(rule.clone({ selectors: late }));
  }
  if (known.length === 0) rule.remove();
  else rule.selectors = known.map(({ weighed }) => weighed);
}

function removeEmpty(container: Container): void {
  container.each((node) => {
    if (!('nodes' in node) || node.nodes === undefined) return;
    removeEmpty(node);
    if (node.nodes.length === 0) node.remove();
  });
}
