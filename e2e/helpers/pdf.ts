/** What a PDF of the browser says, page by page. */
import zlib from 'node:zlib';

interface Part {
  head: string;
  content: string;
}

/** The letters of each page, without spaces: where a line ends, paper has none either. A page with pictures only has none. */
export function lettersOfPages(pdf: Buffer): string[] {
  const parts = partsOf(pdf.toString('latin1'));
  const pages = [...parts.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.map(({ head, content }) => {
    const [, id = ''] = /\/Contents (\d+)/.exec(head) ?? [];
    return lettersOf({ head, content: parts.get(id)?.content ?? content }, parts, new Set());
  });
}

/** The numbered parts of the file. What is packed may hold any bytes, so that its length says where it ends. */
function partsOf(text: string): Map<string, Part> {
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
  return parts;
}

/** Of what is drawn several times, as for a shadow, the letters once. */
function lettersOf({ head, content }: Part, parts: ReadonlyMap<string, Part>, drawn: Set<string>): string {
  const idOf = (name: string): string => new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '';
  let letters = new Map<string, string>();
  let text = '';
  for (const [, font, hex = '', form] of content.matchAll(/\/(\w+) [\d.]+ Tf|<(\w+)> Tj|\/(\w+) Do/g)) {
    const part = parts.get(form === undefined ? '' : idOf(form));
    if (font !== undefined) letters = lettersOfFont(parts.get(idOf(font)), parts);
    else if (form === undefined) text += letters.get(hex.toUpperCase()) ?? '';
    else if (part !== undefined && !drawn.has(idOf(form))) {
      drawn.add(idOf(form));
      text += lettersOf(part, parts, drawn);
    }
  }
  return text.replaceAll(/\s/g, '');
}

function lettersOfFont(font: Part | undefined, parts: ReadonlyMap<string, Part>): Map<string, string> {
  const [, id = ''] = /\/ToUnicode (\d+)/.exec(font?.head ?? '') ?? [];
  const letters = new Map<string, string>();
  const table = parts.get(id)?.content ?? '';
  for (const [, glyph = '', letter = ''] of table.matchAll(/^<(\w+)> <(\w{4})>$/gm)) {
    letters.set(glyph, String.fromCharCode(Number.parseInt(letter, 16)));
  }
  for (const [, first = '', last = '', letter = ''] of table.matchAll(/^<(\w+)> <(\w+)> <(\w{4})>$/gm)) {
    const start = Number.parseInt(first, 16);
    for (let glyph = start; glyph <= Number.parseInt(last, 16); glyph += 1) {
      const name = glyph.toString(16).toUpperCase().padStart(first.length, '0');
      letters.set(name, String.fromCharCode(Number.parseInt(letter, 16) + glyph - start));
    }
  }
  return letters;
}
