/** What one finds by eye on a page that does not fit: text that is cut off, controls that lie over each other. In the page's own words. */
import type { Page } from '@playwright/test';

/**
 * Runs in the page. What only readers of the screen get, what scrolls, what lies behind an open sheet and what floats on purpose (bars,
 * toasts) does not count.
 */
const search = String.raw`(() => {
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isHidden = (element) => element.closest('[inert], [aria-hidden="true"], .sr-only, [popover]:not(:popover-open)') !== null;
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

/**
 * Runs in the page: reads on downwards, looks at what lies under the link to the chat, which is out of the way until the end, and whether
 * it can be pressed there and after the first move up.
 */
const underChat = String.raw`(async () => {
  const chat = document.querySelector('[aria-label="Chat with support"]');
  const isMet = (box, { left, right, top, bottom }) => box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  /** A control, or words of its own that the chat meets; room that is kept free for it is none. */
  const isCovered = (element, area) => {
    if (element.matches('a[href], button, input, select, textarea, summary')) return true;
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') return false;
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some((box) => isMet(box, area));
    });
  };
  const at = (x, y) => document.elementsFromPoint(x, y);
  const found = new Set();
  /** A page may still grow. */
  const end = () => document.documentElement.scrollHeight - window.innerHeight;
  /** The page hears of a move with its next frame. */
  const goesTo = async (top) => {
    window.scrollTo({ top, behavior: 'instant' });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  };
  const isFree = () => {
    const { left, right, top, bottom } = chat.getBoundingClientRect();
    return document.querySelector('dialog[open]') !== null || at((left + right) / 2, (top + bottom) / 2).some((element) => chat.contains(element));
  };
  await goesTo(0);
  for (let place = Math.min(300, end()); ; place = Math.min(place + 300, end())) {
    const length = end();
    await goesTo(place);
    if (end() !== length) {
      // What came in meanwhile lies below what was the end: once more from the top.
      await goesTo(0);
      place = 0;
      continue;
    }
    const { left, right, top, bottom } = chat.getBoundingClientRect();
    for (const [x, y] of [[left + 9, top + 9], [right - 9, top + 9], [left + 9, bottom - 9], [right - 9, bottom - 9]]) {
      const pile = at(x, y);
      const own = pile.findLastIndex((element) => chat.contains(element));
      if (own === -1) continue;
      for (const element of pile.slice(own + 1)) if (!element.contains(chat) && isCovered(element, { left, right, top, bottom })) found.add('under the chat: ' + element.tagName + ' ' + element.textContent.slice(0, 40));
    }
    if (place >= end()) break;
  }
  if (!isFree()) found.add('the chat is out of reach at the end');
  await goesTo(Math.max(0, window.scrollY - 100));
  if (!isFree()) found.add('the chat is out of reach after a move up');
  await goesTo(0);
  return [...found];
})()`;

/** Sentences about what the link to the chat lies over while one reads on, and where it is out of reach. */
export async function troublesWithChat(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(underChat);
}

/** All text at this size, as somebody has set it in the browser. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`);
}
