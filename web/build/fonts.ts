/**
 * Cuts the two typefaces down to what the screens set, into web/public/fonts. The naira sign lives in another source file than
 * the Latin letters in both families, so each family becomes several small files that `unicode-range` joins again.
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type SubsetFont = (
  font: Buffer,
  text: string,
  options: {
    targetFormat: 'woff2' | 'truetype';
    variationAxes?: Record<string, number | { min: number; max: number }>;
  },
) => Promise<Buffer>;

const require = createRequire(import.meta.url);

const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join(
  '',
);
const latin1 = Array.from({ length: 0xff - 0xa1 + 1 }, (_, index) => String.fromCodePoint(0xa1 + index)).join(
  '',
);
/** No-break space, middle dot, multiplication sign, dashes, quotes, bullet, ellipsis, minus. */
const punctuation = '\u00a0\u00b7\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2212';
const naira = '\u20a6';
/** Letters of Yoruba, Igbo and Edo names that Latin-1 does not have. */
const dotted = '\u1e62\u1e63\u1e44\u1e45\u01f8\u01f9\u0144\u0143';
const underDotted = '\u1eb8\u1eb9\u1ecc\u1ecd\u1eca\u1ecb\u1ee4\u1ee5\u0300\u0301\u0303\u0323';

const textWeights = { wght: { min: 400, max: 700 } };
/** One cut: the optical size and weight at which the amounts and titles are set. */
const displayCut = { opsz: 40, wght: 650 };

/**
 * The bars of the naira sign reach the edges of its glyph in both families: a minus before it and a figure after it run into
 * them. So it gets some air, in units of 1/1000 of the size.
 */
interface Air {
  left: number;
  right: number;
}

const faces: readonly {
  file: string;
  source: string;
  text: string;
  axes: Record<string, number | { min: number; max: number }>;
  air?: Air;
}[] = [
  { file: 'public-sans', source: 'public-sans-latin-wght', text: ascii + punctuation, axes: textWeights },
  {
    file: 'public-sans-naira',
    source: 'public-sans-latin-ext-wght',
    text: naira,
    axes: textWeights,
    air: { left: 45, right: 30 },
  },
  { file: 'public-sans-latin-1', source: 'public-sans-latin-wght', text: latin1, axes: textWeights },
  { file: 'public-sans-dotted', source: 'public-sans-latin-ext-wght', text: dotted, axes: textWeights },
  { file: 'public-sans-under', source: 'public-sans-vietnamese-wght', text: underDotted, axes: textWeights },
  {
    file: 'bricolage',
    source: 'bricolage-grotesque-latin-opsz',
    text: ascii + punctuation,
    axes: displayCut,
  },
  {
    file: 'bricolage-naira',
    source: 'bricolage-grotesque-latin-ext-opsz',
    text: naira,
    axes: displayCut,
    air: { left: 0, right: 50 },
  },
];

function sourceFile(source: string): string {
  const family = source.startsWith('public-sans') ? 'public-sans' : 'bricolage-grotesque';
  const home = require.resolve(`@fontsource-variable/${family}/package.json`);
  return join(home, '..', 'files', `${source}-normal.woff2`);
}

async function isNewer(target: string, than: string): Promise<boolean> {
  const [made, asked] = await Promise.all([stat(target).catch(() => undefined), stat(than)]);
  return made !== undefined && made.mtimeMs >= asked.mtimeMs;
}

/** Writes the files that are missing or older than this script. */
export async function cutFonts(publicDirectory: string): Promise<void> {
  const directory = join(publicDirectory, 'fonts');
  await mkdir(directory, { recursive: true });
  const script = join(import.meta.dirname, 'fonts.ts');
  for (const face of faces) {
    const target = join(directory, `${face.file}.woff2`);
    if (await isNewer(target, script)) continue;
    const subsetFont = require('subset-font') as SubsetFont; // ships no types
    const source = await readFile(sourceFile(face.source));
    const cut = await subsetFont(source, face.text, { targetFormat: 'truetype', variationAxes: face.axes });
    if (face.air !== undefined) giveAir(cut, face.air);
    await writeFile(target, await subsetFont(cut, face.text, { targetFormat: 'woff2' }));
  }
}

/** Widens every glyph of a TrueType file but the first, which stands for what is missing. */
function giveAir(font: Buffer, { left, right }: Air): void {
  const perMille = font.readUInt16BE(tableOf(font, 'head') + 18) / 1_000;
  const count = font.readUInt16BE(tableOf(font, 'hhea') + 34);
  const metrics = tableOf(font, 'hmtx');
  for (let glyph = 1; glyph < count; glyph += 1) {
    const advanceAt = metrics + glyph * 4;
    const bearingAt = advanceAt + 2;
    font.writeUInt16BE(font.readUInt16BE(advanceAt) + Math.round((left + right) * perMille), advanceAt);
    font.writeInt16BE(font.readInt16BE(bearingAt) + Math.round(left * perMille), bearingAt);
  }
}

/** Where a table of a TrueType file begins. */
function tableOf(font: Buffer, name: string): number {
  for (let entry = 0; entry < font.readUInt16BE(4); entry += 1) {
    const at = 12 + entry * 16;
    if (font.toString('latin1', at, at + 4) === name) return font.readUInt32BE(at + 8);
  }
  throw new Error(`The font has no table ${name}.`);
}
