/** What a PDF of the browser says, page by page. */
import { partsOf, type Part } from '../../server/test/outside/pdf.ts';

/** The letters of each page, without spaces: where a line ends, paper has none either. A page with pictures only has none. */
export function lettersOfPages(pdf: Buffer): string[] {
  const { parts, pages } = partsOf(pdf);
  return pages.map(({ head, content }) => {
    const [, id = ''] = /\/Contents (\d+)/.exec(head) ?? [];
    return lettersOf({ head, content: parts.get(id)?.content ?? content }, parts, new Set());
  });
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
