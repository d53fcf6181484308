/**
 * Selectors in the words of Chrome 80, which has neither `:is()` nor `:where()` nor lists in `:not()` (all Chrome 88), and which drops a
 * whole rule for one selector of its list that it does not know.
 */
import { cutAt, endOf, outside } from './old-text.ts';

/** Chrome 86: a rule with it needs another one beside it. */
export const lateFocus = ':focus-visible';

/** What the screens use; those of `::-webkit-...` are taken as they are. */
const known = new Set(
  (
    ':active :after :before :checked :disabled :enabled :first-child :first-letter :first-line :first-of-type :focus :focus-within ' +
    ':host :hover :last-child :last-of-type :link :not :nth-child :nth-of-type :only-child :placeholder-shown :read-only :required ' +
    ':root :target :visited ::after ::backdrop ::before ::placeholder ::selection'
  ).split(' '),
);
/** Weighs as an id and holds for everything: no element has this one. */
const weight = ':not(#_)';
const listed = /^:(is|where|not)\(/;
const combinator = /[\s>+~]/;
const pseudoElement = /^:(?::|before|after|first-letter|first-line)/;
/** All that `:not()` takes: one name, class, id, attribute, or a class of states. */
const simple = /^(?:[*\w-]+|[.#][\w-]+|\[[^\]]*\]|:[\w-]+(?:\([^()]*\))?)$/;

/** The same elements in as many selectors as that takes; none where Chrome 80 cannot find them. */
export function oldSelectors(selector: string): string[] {
  // With a ring after a press too, which is better than none at the keys.
  const written = selector.trim().replaceAll(`:has(${lateFocus})`, ':focus-within');
  return expand('', written).flatMap(withoutHas).filter(isKnown);
}

/** True for `:where(...)` and nothing else, which every other rule of its layer overrides. */
export const isWeightless = (selector: string): boolean =>
  selector.startsWith(':where(') && endOf(selector, ':where'.length) === selector.length - 1;

export function weighMore(selector: string, times: number): string {
  const place = outside(selector).find((at) => pseudoElement.test(selector.slice(at))) ?? selector.length;
  return selector.slice(0, place) + weight.repeat(times) + selector.slice(place);
}

/** `done` is written already, `rest` is not. */
function expand(done: string, rest: string): string[] {
  const start = outside(rest).find((at) => listed.test(rest.slice(at)));
  if (start === undefined) return [done + rest];
  const name = listed.exec(rest.slice(start))?.[1] ?? '';
  const open = start + name.length + 1;
  const end = endOf(rest, open);
  const before = done + rest.slice(0, start);
  const after = rest.slice(end + 1);
  const options = cutAt(rest.slice(open + 1, end), /,/).flatMap((option) => expand('', option.trim()));
  if (name === 'not') return expand(before + options.map((option) => `:not(${option})`).join(''), after);
  return options.flatMap((option) => {
    const joined = join(before, option);
    return joined === undefined ? [] : expand(joined, after);
  });
}

/**
 * What `before:is(option)` finds. Where both have something to their left, the left of `option` is looked for below that of `before`:
 * no selector can say that it may as well be above.
 */
function join(before: string, option: string): string | undefined {
  const [contextOfAll, first] = cutLast(before);
  const [contextOfOption, second] = cutLast(option);
  const context = contextOfAll + contextOfOption;
  if (second === '*' && first !== '') return context + first;
  if (!/^[\w*]/.test(second)) return context + first + second;
  // The name of an element stands first, and there is one.
  return /^[\w*]/.test(first) ? undefined : context + second + first;
}

function cutLast(selector: string): [context: string, element: string] {
  const place = outside(selector).findLast((at) => combinator.test(selector.charAt(at))) ?? -1;
  return [selector.slice(0, place + 1), selector.slice(place + 1)];
}

/**
 * `:has()` is of Chrome 105. What the page has, `theme.js` writes into an attribute of its root; for the one dialog that may be open the same
 * is asked. Nothing else can be told by what it has.
 */
function withoutHas(selector: string): string[] {
  const start = outside(selector).find((at) => selector.startsWith(':has(', at));
  if (start === undefined) return [selector];
  const open = start + ':has'.length;
  const end = endOf(selector, open);
  const [before, after] = [selector.slice(0, start), selector.slice(end + 1)];
  return cutAt(selector.slice(open + 1, end), /,/).flatMap((part) => {
    const attribute = `[data-has~="${part.trim().replaceAll(/["']/g, '').replaceAll(/\s+/g, '_')}"]`;
    if (/^(?::root|html)(?![\w-])/.test(before) && !combinator.test(before))
      return [before + attribute + after];
    if (/^(?:dialog|\[role=dialog\])$/.test(before)) return [`:root${attribute} ${before}${after}`];
    return [];
  });
}

function isKnown(selector: string): boolean {
  const plain = selector.replaceAll(/\\./g, '_');
  const states = plain.replaceAll(/\[[^\]]*\]/g, '').match(/::?[\w-]+/g) ?? [];
  if (!states.every((state) => known.has(state) || state === lateFocus || state.startsWith('::-webkit-')))
    return false;
  return outside(plain)
    .filter((at) => plain.startsWith(':not(', at))
    .every((at) => simple.test(plain.slice(at + ':not('.length, endOf(plain, at + ':not'.length))));
}
