/** How a page looks with the styles of every browser, and with those that the build writes for browsers before Chrome 111. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** By that `theme.js` knows an old browser. */
export const knowsNoHues = `
  const { supports } = CSS;
  CSS.supports = (...question) => !/oklch/.test(question.join()) && supports.apply(CSS, question);
`;

export const oldStyles = /\/assets\/old-[\w-]+\.css$/;
export const newStyles = /\/assets\/(?!old-)[^/]+\.css$/;

/** One that is too high moves all below it. */
const mostNamed = 12;

interface Part {
  name: string;
  /** Left, top, width and height; nothing where it is not shown. */
  box: readonly number[] | null;
  looks: string;
}
/** By the theme. */
type Looks = Record<string, readonly Part[]>;

/** What each element of the page is with one of the two sheets, in both themes. */
const look = (isOld: boolean): string => `(async () => {
  for (const sheet of document.styleSheets) sheet.disabled = ${String(oldStyles)}.test(sheet.href) !== ${isOld};
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  const found = {};
  for (const theme of ['light', 'dark']) {
    dataset.theme = theme;
    await document.fonts.ready;
    const ends = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(ends.map(({ finished }) => finished));
    found[theme] = [...document.body.querySelectorAll('*')].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isShown = width * height > 0 && style.visibility === 'visible';
      const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(' ');
      return {
        name: element.tagName.toLowerCase() + ' "' + text + '" .' + String(element.getAttribute('class')),
        box: isShown ? [left, top, width, height] : null,
        looks: isShown ? [style.color, style.backgroundColor, style.fontSize, style.fontWeight, style.opacity].join(' ') : '',
      };
    });
  }
  dataset.theme = before;
  for (const sheet of document.styleSheets) sheet.disabled = false;
  return found;
})()`;

/** Within 2 px, and in colours and type. What a page still loads may come between the two looks, so they are repeated. */
export async function expectSameLooks(page: Page): Promise<void> {
  await expect.soft
    .poll(() => differences(page), { message: page.url(), timeout: 20_000, intervals: [1_000] })
    .toEqual([]);
}

async function differences(page: Page): Promise<string[]> {
  const hasOld = `[...document.styleSheets].some(({ href }) => ${String(oldStyles)}.test(href))`;
  if (!(await page.evaluate<boolean>(hasOld))) return ['The older styles are not there'];
  const modern = await page.evaluate<Looks>(look(false));
  const old = await page.evaluate<Looks>(look(true));
  return Object.entries(modern).flatMap(([theme, parts]) => {
    const others = old[theme] ?? [];
    if (parts.filter(({ box }) => box !== null).length < 20) return ['The page is not there'];
    if (parts.length !== others.length) return ['The page has changed'];
    return parts
      .flatMap((part, place) => differenceOf(part, others[place] ?? part).map((text) => `${theme}: ${text}`))
      .slice(0, mostNamed);
  });
}

function differenceOf(one: Part, other: Part): string[] {
  const shown = ({ box, looks }: Part): string => `${box?.map(Math.round).join(' ') ?? 'not shown'} ${looks}`;
  const isSame =
    one.looks === other.looks &&
    (one.box === other.box ||
      one.box?.every((side, place) => Math.abs(side - (other.box?.[place] ?? NaN)) <= 2));
  return isSame === true ? [] : [`${one.name}: ${shown(one)} became ${shown(other)}`];
}
