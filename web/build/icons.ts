/** Draws the icon of the installed shop, a slip with a plus, as the pictures that phones and shared links want: web/public/icons. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

const sizes = [192, 512];
const ground: Colour = [0x0b, 0x5d, 0x43];
const paper: Colour = [0xfb, 0xfa, 0xf7];
/** Points per pixel and direction, so that edges are smooth. */
const samples = 3;
const shades = samples * samples;

/** Whether a point of the square of 1 by 1 is paper. The sign keeps within the middle four fifths: phones cut icons round. */
function isPaper(x: number, y: number): boolean {
  const isAcross = x > 0.28 && x < 0.72;
  const tooth = Math.abs(((((x - 0.28) / 0.44) * 4) % 1) - 0.5) * 0.1;
  const isReceipt = isAcross && y > 0.2 && y < 0.76 + tooth;
  const isPlus =
    (Math.abs(x - 0.5) < 0.035 && Math.abs(y - 0.46) < 0.14) ||
    (Math.abs(y - 0.46) < 0.035 && Math.abs(x - 0.5) < 0.14);
  return isReceipt && !isPlus;
}

/** How many of its points are paper. */
function shadeAt(column: number, row: number, size: number): number {
  let shade = 0;
  for (let point = 0; point < shades; point += 1) {
    const x = (column + ((point % samples) + 0.5) / samples) / size;
    const y = (row + (Math.floor(point / samples) + 0.5) / samples) / size;
    if (isPaper(x, y)) shade += 1;
  }
  return shade;
}

/** From ground to paper. The server exchanges it for one that begins with the operator's own colour. */
function palette(): number[] {
  return Array.from({ length: shades + 1 }, (_, shade) =>
    ground.map((part, index) => Math.round(part + (((paper[index] ?? 0) - part) * shade) / shades)),
  ).flat();
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function png(size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits for a place in the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const rows = Array.from({ length: size }, (_, row) =>
    // Each row begins with its filter: none.
    Buffer.from([0, ...Array.from({ length: size }, (_none, column) => shadeAt(column, row, size))]),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette())),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Draws those that are missing or older than this script. */
export async function drawIcons(publicDirectory: string): Promise<void> {
  const directory = join(publicDirectory, 'icons');
  await mkdir(directory, { recursive: true });
  const script = await stat(join(import.meta.dirname, 'icons.ts'));
  for (const size of sizes) {
    const target = join(directory, `icon-${size}.png`);
    const made = await stat(target).catch(() => undefined);
    if (made === undefined || made.mtimeMs < script.mtimeMs) await writeFile(target, png(size));
  }
}
