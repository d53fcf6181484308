/** The widths that every screen is looked at in, and that it fits them. */
import type { Page } from '@playwright/test';
import {
  brokenWords,
  coveredOnFirstView,
  isLaidOut,
  raggedLines,
  setTextSize,
  troublesToRead,
} from './readable.ts';
import { expect } from './test.ts';

interface Size {
  width: number;
  height: number;
  /** Between a phone and a desktop what fills the first is too wide. */
  isTablet?: true;
  /** What is asked with text of 200 % as well. */
  atTwiceTheSize?: 'fits' | 'can be read';
}

const sizes: Record<'phone' | 'desktop', readonly Size[]> = {
  phone: [
    { width: 320, height: 780, atTwiceTheSize: 'fits' },
    { width: 360, height: 640 },
    { width: 360, height: 740, atTwiceTheSize: 'can be read' },
    { width: 768, height: 1_024, isTablet: true },
  ],
  desktop: [
    // A window of 1,280 px with everything at twice its size.
    { width: 640, height: 780 },
    { width: 1_024, height: 780 },
    { width: 1_280, height: 800, atTwiceTheSize: 'can be read' },
    { width: 1_920, height: 1_080 },
  ],
};

/** What one presses or types into that is wider than a hand and an eye need, with its width in px. A row of a list is no such button. */
const stretched = `
  [...document.querySelectorAll('main :is(.button, textarea, input:not([type=radio], [type=checkbox]))')]
    .filter((part) => part.getBoundingClientRect().width > 640)
    .map((part) => [part.outerHTML.slice(0, 120), part.textContent, part.getBoundingClientRect().width].join(' '))`;

export async function fits(page: Page, width: number, conditions = ''): Promise<void> {
  const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect.soft(widest, `${page.url()} at ${width} px${conditions}`).toBeLessThanOrEqual(width);
}

/** The narrowest there is: nothing more is asked of it than that one does not scroll sideways. */
export async function fitsAtTwiceTheSize(page: Page): Promise<void> {
  await setTextSize(page, 200);
  await fits(page, 320, ', text at 200 %');
  await setTextSize(page, 100);
}

async function fitsWithLargeText(page: Page, width: number): Promise<void> {
  await setTextSize(page, 200);
  await fits(page, width, ', text at 200 %');
  expect.soft(await troublesToRead(page), `${page.url()} at ${width} px, text at 200 %`).toEqual([]);
  await setTextSize(page, 100);
}

/**
 * Nothing is wider than the page, on the narrowest phones and on a desktop with everything at twice its size, nothing floats over the first
 * view, no heading is broken within a word, and no field is stretched; with text at twice its size everything can still be read and pressed.
 */
export async function fitsEverySize(page: Page, device: keyof typeof sizes): Promise<void> {
  for (const { width, height, isTablet, atTwiceTheSize } of sizes[device]) {
    await page.setViewportSize({ width, height });
    await isLaidOut(page);
    await fits(page, width);
    await page.evaluate('scrollTo(0, 0)');
    const where = `${page.url()} at ${width} x ${height}`;
    expect.soft(await coveredOnFirstView(page), where).toEqual([]);
    expect.soft([...(await brokenWords(page)), ...(await raggedLines(page))], where).toEqual([]);
    if (isTablet) expect.soft(await page.evaluate<string[]>(stretched), where).toEqual([]);
    if (atTwiceTheSize === 'fits') await fitsAtTwiceTheSize(page);
    if (atTwiceTheSize === 'can be read') await fitsWithLargeText(page, width);
  }
}
