/** Draws a receipt as a picture for a chat: ink on white paper with a torn edge, whatever the theme of the screen is. */
import { qrCode, quietZone, type QrCode } from '../../shared/qr/qr-code.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

const width = 720;
const side = 56;
const ink = '#14211b';
const faint = '#4a574f';
const paper = '#ffffff';
const ground = '#f3f1eb';
const text = (size: number, weight = 400) => `${weight} ${size}px 'Public Sans', sans-serif`;
const display = (size: number) => `650 ${size}px 'Bricolage Grotesque', sans-serif`;
const mono = (size: number) => `600 ${size}px ui-monospace, monospace`;

interface Line {
  font: string;
  colour: string;
  height: number;
  left: string;
  right?: string;
  /** A rule over it. */
  rule?: boolean;
}

/** Wide enough for a camera that is held at the picture on another phone. */
const codeSide = 264;

/** Room for the rule over a line. */
const ruled = (height: number): number => height + 24;

/** Gives nothing where the browser cannot draw. */
export async function drawReceipt(facts: ReceiptFacts, name: string): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (pen === null) return undefined;
  const [code] = await Promise.all([
    // The link stands in words as well: without the code the picture is complete.
    facts.link === undefined ? undefined : qrCode(facts.link).catch(() => undefined),
    loadTypefaces(facts),
  ]);
  // From here on nothing waits: what is measured in one typeface is drawn in it.
  const lines = linesOf(facts, (font, words, room) => fit(pen, font, words, room));
  const linesEnd = lines.reduce((sum, line) => sum + line.height, side);
  const height = linesEnd + (code === undefined ? 0 : codeSide) + 2 * side;
  canvas.width = width;
  canvas.height = height;
  drawPaper(pen, height);
  drawLines(pen, lines);
  if (code !== undefined) drawCode(pen, code, linesEnd);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob === null ? undefined : new File([blob], name, { type: 'image/png' });
}

/** Then the picture is drawn in the typefaces of the device. Whoever pressed the button is waiting, and soon the browser lets nothing be shared. */
const TYPEFACES_MS = 2_000;

/** A screen that stays in the typefaces of the device, on a first visit on a slow line, has not asked for them. */
async function loadTypefaces(facts: ReceiptFacts): Promise<void> {
  // Not every browser has a list of its typefaces.
  const { fonts } = document as Partial<Document>;
  if (fonts === undefined) return;
  const words = JSON.stringify(facts);
  const asked = [text(26), text(26, 600), display(34)].map((font) => fonts.load(font, words));
  const given = new Promise((resolve) => setTimeout(resolve, TYPEFACES_MS));
  await Promise.race([Promise.allSettled(asked), given]);
}

type Fit = (font: string, words: string, room: number) => string[];

function linesOf({ shop, title, sum, rows, tokens, link }: ReceiptFacts, split: Fit): Line[] {
  const room = width - 4 * side;
  const lines: Line[] = [
    { font: display(34), colour: faint, height: 64, left: shop },
    { font: text(30, 600), colour: ink, height: 50, left: title },
  ];
  if (sum !== undefined) lines.push({ font: display(64), colour: ink, height: 96, left: sum });
  for (const token of tokens) lines.push({ font: mono(36), colour: ink, height: 64, left: token });
  for (const [index, { label, value }] of rows.entries()) {
    const values = split(text(26, 600), value, room);
    for (const [place, part] of values.entries()) {
      const isFirst = place === 0;
      lines.push({
        font: text(26),
        colour: faint,
        height: isFirst && index === 0 ? ruled(44) : 44,
        left: isFirst ? label : '',
        right: part,
        rule: isFirst && index === 0,
      });
    }
  }
  if (link !== undefined) {
    lines.push({ font: text(24, 600), colour: ink, height: ruled(48), left: 'Check it:', rule: true });
    const linkLines = split(text(24), link, width - 2 * side - 40);
    for (const part of linkLines) lines.push({ font: text(24), colour: faint, height: 34, left: part });
  }
  return lines;
}

/** Breaks words to the room; what has no blank, such as a link, breaks anywhere. */
function fit(pen: CanvasRenderingContext2D, font: string, words: string, room: number): string[] {
  pen.font = font;
  const lines: string[] = [];
  let line = '';
  for (const word of words.match(/[^ ]+ ?| /g) ?? []) {
    if (line !== '' && pen.measureText(line + word).width > room) {
      lines.push(line.trim());
      line = '';
    }
    for (const letter of word) {
      if (pen.measureText(line + letter).width > room) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line.trim()];
}

const tooth = 18;

function drawPaper(pen: CanvasRenderingContext2D, height: number): void {
  const edge = side / 2;
  const bottom = height - edge;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = paper;
  pen.beginPath();
  pen.moveTo(edge, edge);
  pen.lineTo(width - edge, edge);
  pen.lineTo(width - edge, bottom);
  const teeth = Math.round((width - 2 * edge) / tooth);
  const step = (width - 2 * edge) / teeth;
  for (let count = 1; count <= teeth; count += 1) {
    const x = width - edge - count * step;
    pen.lineTo(x + step / 2, bottom - tooth / 2);
    pen.lineTo(x, bottom);
  }
  pen.closePath();
  pen.fill();
}

/** Where `Check it:` leads. The quiet zone lies in the margin, so that what is dark stands below the words. */
function drawCode(pen: CanvasRenderingContext2D, { width: modules, dark }: QrCode, top: number): void {
  // Whole pixels, so that every edge is sharp.
  const size = Math.floor(codeSide / modules);
  pen.fillStyle = '#000000';
  for (const { x, y } of dark) pen.fillRect(side + (x - quietZone) * size, top + y * size, size, size);
}

function drawLines(pen: CanvasRenderingContext2D, lines: readonly Line[]): void {
  const [left, right] = [side, width - side];
  let y = side;
  for (const line of lines) {
    if (line.rule === true) {
      pen.fillStyle = ink;
      pen.fillRect(left, y + 12, right - left, 2);
    }
    const baseline = y + line.height - 12;
    pen.font = line.font;
    pen.fillStyle = line.colour;
    pen.textAlign = 'left';
    pen.fillText(line.left, left, baseline);
    if (line.right !== undefined) {
      pen.font = text(26, 600);
      pen.fillStyle = ink;
      pen.textAlign = 'right';
      pen.fillText(line.right, right, baseline);
    }
    y += line.height;
  }
}
