/** The parts of a PDF, and what one of pdfkit says, as it lies on the paper. */
import zlib from 'node:zlib';

/** A numbered part of the file, with what is in it unpacked. */
export interface Part {
  head: string;
  content: string;
}

/** What was written in one go, with its place: points from the left edge and from the bottom. */
interface Words {
  x: number;
  y: number;
  text: string;
}

/** Page by page, from the top: the lines, each with its words from the left. */
export function rowsOfPages(pdf: Buffer): Words[][][] {
  const { parts, pages } = partsOf(pdf);
  return pages.map(({ head }) =>
    inLines(wordsOf(getPart(parts, head, 'Contents').content, fontsOf(parts, head))),
  );
}

/** The parts of a PDF, and those of them that are its pages. What is packed may hold any bytes, so that its length says where it ends. */
export function partsOf(pdf: Buffer): { parts: Map<string, Part>; pages: Part[] } {
  const text = pdf.toString('latin1');
  const parts = new Map<string, Part>();
  const next = /(\d+) 0 obj\s*([^]*?)(endobj|stream\r?\n)/g;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [, id = '', head = '', end = ''] = found;
    const length = end === 'endobj' ? 0 : Number(/\/Length (\d+)/.exec(head)?.[1]);
    const bytes = Buffer.from(text.slice(next.lastIndex, next.lastIndex + length), 'latin1');
    next.lastIndex += length;
    const isPacked = head.includes('/FlateDecode');
    parts.set(id, { head, content: (isPacked ? zlib.inflateSync(bytes) : bytes).toString('latin1') });
  }
  return { parts, pages: [...parts.values()].filter(({ head }) => /\/Type \/Page\b/.test(head)) };
}

function getPart(parts: ReadonlyMap<string, Part>, head: string, name: string): Part {
  const part = parts.get(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '');
  if (part === undefined) throw new Error(`no ${name} in ${head}`);
  return part;
}

type Letters = readonly string[];

/** By name, the letters that each glyph of a font stands for. */
function fontsOf(parts: ReadonlyMap<string, Part>, page: string): Map<string, Letters> {
  const { head } = getPart(parts, page, 'Resources');
  return new Map(
    [...head.matchAll(/\/(F\d+) \d+ 0 R/g)].map(([, name = '']) => {
      const font = getPart(parts, head, name);
      const table = getPart(parts, font.head, 'ToUnicode').content;
      // Of each range: its first glyph, its last one, and the letters of all.
      const ranges = [...table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)];
      const letters: string[] = [];
      for (const [, first = '', all = ''] of ranges) {
        for (const [index, [, codes = '']] of [...all.matchAll(/<([\w ]*)>/g)].entries())
          letters[Number.parseInt(first, 16) + index] = lettersOf(codes);
      }
      return [name, letters];
    }),
  );
}

const lettersOf = (codes: string): string =>
  Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');

function wordsOf(content: string, fonts: ReadonlyMap<string, Letters>): Words[] {
  return [...content.matchAll(/\nBT\n([^]*?)\nET\n/g)].map(([, block = '']) => {
    const [, x, y] = /1 0 0 1 ([\d.]+) ([\d.]+) Tm/.exec(block) ?? [];
    const letters = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? '');
    if (letters === undefined) throw new Error(`no font in ${block}`);
    const glyphs = [...block.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const text = glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '\uFFFD').join('');
    return { x: Number(x), y: Number(y), text };
  });
}

/** What stands at one height, to a point: bold and plain letters of one line begin at heights of their own. */
function inLines(words: readonly Words[]): Words[][] {
  const heights = [...new Set(words.map(({ y }) => Math.round(y)))].toSorted((one, other) => other - one);
  return heights.map((height) =>
    words.filter(({ y }) => Math.round(y) === height).toSorted((one, other) => one.x - other.x),
  );
}
