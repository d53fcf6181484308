/** What one finds by eye on a page that does not fit: text that is cut off, controls that lie over each other. In the page's own words. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Runs in the page. What only readers of the screen get, what scrolls, what lies behind an open sheet and what floats on purpose (bars,
 * toasts) does not count.
 */
const search = String.raw`(() => {
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** What only readers of the screen get is clipped away: by a class, or at some widths only. */
  const isClipped = (element) => element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isClipped(element.parentElement));
  const isHidden = (element) => element.closest('[inert], [aria-hidden="true"], .sr-only, [popover]:not(:popover-open)') !== null || isClipped(element);
  const named = (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60);
  const told = (element) => element.tagName.toLowerCase() + ' "' + named(element) + '"';
  const found = [];

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (node.data.trim() === '' || !seen(parent) || isHidden(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
    let block = parent;
    while (getComputedStyle(block).display === 'inline') block = block.parentElement;
    const room = block.getBoundingClientRect();
    const spills = getComputedStyle(block).overflowX === 'visible';
    if (spills && boxes.some((box) => box.right > room.right + 3 || box.left < room.left - 3)) found.push('sticks out: ' + told(block));
    const words = node.data.trim().split(/\s+/);
    const lines = new Set(boxes.map((box) => Math.round(box.top))).size;
    if (lines > words.length + 1 && words.every((word) => word.length <= 12)) found.push('broken letter by letter: ' + told(block));
    for (const box of boxes) {
      for (let around = parent; around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(around);
        const frame = around.getBoundingClientRect();
        if (/hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && (box.right > frame.right + 1.5 || box.left < frame.left - 1.5)) {
          found.push('cut off at the side: ' + told(parent) + ' in ' + told(around));
        }
        // Letters stand inside of their line: a quarter of it is air.
        const air = box.height / 4;
        if (/hidden|clip/.test(overflowY) && (box.bottom > frame.bottom + air || box.top < frame.top - air)) {
          found.push('cut off below or above: ' + told(parent) + ' in ' + told(around));
        }
        if (/auto|scroll/.test(overflowX + overflowY)) break;
      }
    }
  }

  const floats = (element) => {
    for (let around = element; around !== null; around = around.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(around).position)) return true;
    }
    return false;
  };
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [role="tab"], summary')].filter(
    (control) => seen(control) && !isHidden(control) && !floats(control),
  );
  /** What is left of its box inside of what scrolls around it. */
  const boxOf = (control) => {
    let { left, right, top, bottom } = control.getBoundingClientRect();
    for (let around = control.parentElement; around !== document.body; around = around.parentElement) {
      if (!/auto|scroll|hidden|clip/.test(getComputedStyle(around).overflow)) continue;
      const frame = around.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom };
  };
  const areas = controls.map((control) => [control, boxOf(control)]).filter(([, box]) => box.right - box.left > 1 && box.bottom - box.top > 1);
  for (const [index, [one, a]] of areas.entries()) {
    for (const [other, b] of areas.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 2 && height > 2) found.push('over each other: ' + told(one) + ' and ' + told(other));
    }
  }
  return [...new Set(found)];
})()`;

/** Sentences about what cannot be read or pressed as it stands. */
export async function troublesToRead(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(search);
}

/** Runs in the page: words of headings, such as `e-mail`, that go on in the next line behind their hyphen. */
const broken = String.raw`(() => {
  const found = [];
  for (const heading of document.querySelectorAll('h1, h2, h3')) {
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      for (const { 0: word, index } of node.data.matchAll(/\b\w{1,3}-\w{1,8}\b/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(word + ' in "' + heading.textContent + '"');
      }
    }
  }
  return found;
})()`;

/** Words of headings that are broken in two. */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(broken);
}

/** Runs in the page: a last line of one word under the heading of the screen, and fields of a list's filters that do not stand in line with each other. */
const ragged = String.raw`(() => {
  const found = [];
  const intro = document.querySelector('h1 + div');
  const walker = document.createTreeWalker(intro ?? document.createElement('div'), NodeFilter.SHOW_TEXT);
  const tops = [];
  while (walker.nextNode()) {
    for (const { 0: word, index } of walker.currentNode.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      tops.push(Math.round(range.getBoundingClientRect().top));
    }
  }
  if (tops.length > 4 && Math.abs(tops.at(-1) - tops.at(-2)) > 8) found.push('a word alone: "' + intro.textContent + '"');

  for (const filters of document.querySelectorAll('[role="search"]')) {
    const fields = [...filters.querySelectorAll('select, input:not([type="radio"]), button')].filter((field) => field.checkVisibility());
    const boxes = fields.map((field) => field.getBoundingClientRect());
    for (const [place, one] of boxes.entries()) {
      const isAField = fields[place].matches('select, input');
      const beside = boxes.filter((other) => isAField && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0);
      if (beside.some(({ top, bottom }) => Math.abs(top - one.top) > 2 || Math.abs(bottom - one.bottom) > 2)) found.push('not in line: ' + (fields[place].labels?.[0]?.textContent ?? ''));
    }
  }
  return found;
})()`;

/** Sentences about lines that look broken. */
export async function raggedLines(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(ragged);
}

/**
 * Runs in the page: what floats over controls or words in the first view, bars too, unless one can scroll what lies under them free. What
 * lies under an open sheet is not to be pressed, and toasts go away by themselves. A panel that is not modal leaves the rest in use: it counts.
 */
const covered = String.raw`(() => {
  const told = (element) => element.tagName.toLowerCase() + ' "' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60) + '"';
  const sheet = [...document.querySelectorAll('dialog:modal')].at(-1);
  const isHidden = (element) => element.closest('[inert], .sr-only, .toasts, [popover]:not(:popover-open)') !== null;
  const counts = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isHidden(element) && (sheet === undefined || sheet.contains(element));
  /** The nearest thing around it that does not move with the page. */
  const floating = (element) => {
    for (let around = element; around !== null; around = around.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(around).position) && !around.matches('dialog:modal, .toasts')) return around;
    }
    return null;
  };
  /** From edge to edge, at the bottom of the page or of its sheet. */
  const isFoot = (cover) => {
    const { width, top, bottom } = cover.getBoundingClientRect();
    const sheet = cover.closest('dialog:modal')?.getBoundingClientRect() ?? { width: window.innerWidth, bottom: window.innerHeight };
    return width >= sheet.width - 3 && bottom >= sheet.bottom - 3 && bottom - top < window.innerHeight / 2;
  };
  /** A bar at the bottom gives free what it stands over when that much is left to scroll; that of a form only where it is sticky. */
  const isGivenFree = (cover, bottom) => {
    const isOfForm = cover.matches('[data-buy-bar]');
    if (isOfForm ? getComputedStyle(cover).position !== 'sticky' : !isFoot(cover)) return false;
    let around = cover.parentElement;
    while (around !== document.body && !/auto|scroll/.test(getComputedStyle(around).overflowY)) around = around.parentElement;
    const { scrollHeight, clientHeight, scrollTop } = around === document.body ? document.documentElement : around;
    return bottom - cover.getBoundingClientRect().top <= scrollHeight - clientHeight - scrollTop + 1;
  };
  /** In a row that scrolls by itself. */
  const isScrolledAway = (element, x, y) => {
    for (let around = element.parentElement; around !== document.body; around = around.parentElement) {
      if (!/auto|scroll|hidden|clip/.test(getComputedStyle(around).overflow)) continue;
      const { left, right, top, bottom } = around.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) return true;
    }
    return false;
  };
  const found = new Set();
  const look = (element, { left, right, top, bottom }) => {
    const inset = Math.min(4, (right - left) / 2, (bottom - top) / 2);
    const places = [[(left + right) / 2, (top + bottom) / 2], [left + inset, top + inset], [right - inset, top + inset], [left + inset, bottom - inset], [right - inset, bottom - inset]];
    for (const [x, y] of places) {
      if (isScrolledAway(element, x, y)) continue;
      const above = document.elementFromPoint(x, y);
      if (above === null || element.contains(above) || above.contains(element)) continue;
      const cover = floating(above);
      if (cover !== null && !cover.contains(element) && !isGivenFree(cover, bottom)) found.add(told(element) + ' under ' + told(above));
    }
  };
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="tab"]')) {
    if (counts(control)) look(control, control.getBoundingClientRect());
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim() === '' || !counts(parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) look(parentElement, box);
  }
  return [...found];
})()`;

/** Sentences about what floats over something that is to be read or pressed, before anything is scrolled. */
export async function coveredOnFirstView(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(covered);
}

/** All text at this size, as somebody has set it in the browser. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const standard = (16 * percent) / 100;
  await devTools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await devTools.detach();
  const size = () => page.evaluate('getComputedStyle(document.documentElement).fontSize');
  await expect.poll(size).toBe(`${standard}px`);
  await isLaidOut(page);
}

/** A new size, of the window or of text, is in the page two frames later. */
export async function isLaidOut(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
  );
}
