/** Reads selectors and values of style sheets: what stands outside of brackets, strings and escapes. */

/** Places in `text`, with those of the outermost brackets themselves. */
export function outside(text: string): number[] {
  const places: number[] = [];
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(/\\.|"[^"]*"|'[^']*'|[\s\S]/g)) {
    if (/[)\]]/.test(part)) depth -= 1;
    if (depth === 0 && part.length === 1) places.push(index);
    if (/^[([]/.test(part)) depth += 1;
  }
  return places;
}

/** Where the bracket that opens at `open` closes. */
export function endOf(text: string, open: number): number {
  const [, end] = outside(text.slice(open));
  if (end === undefined) throw new Error(`A bracket stays open in ${text}`);
  return open + end;
}

/** What stands between the marks; nothing between two of them is left out. */
export function cutAt(text: string, mark: RegExp): string[] {
  const marks = outside(text).filter((at) => mark.test(text.charAt(at)));
  const starts = [0, ...marks.map((at) => at + 1)];
  return starts.map((start, number) => text.slice(start, marks[number])).filter((part) => part !== '');
}
