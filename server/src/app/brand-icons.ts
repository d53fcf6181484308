/** The icons of an installed shop in the operator's own colour: the same pictures, with another palette. */
import { crc32 } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

/** As `--brand` of the light theme (web/src/app/styles.css): the lightness and chroma that every hue gets there. */
const lightness = 0.43;
const chroma = 0.09;

/** The default ground of `favicon.svg`. */
const ground = '#0b5d43';

/** OKLCH to sRGB, by the matrices of CSS Color 4; a channel outside of what screens show is cut. */
export function colourOf(hue: number): Colour {
  const angle = (hue / 180) * Math.PI;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    byteOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    byteOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    byteOf(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function byteOf(linear: number): number {
  const light = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(Math.max(light, 0), 1) * 255);
}

export function recolourSvg(svg: string, hue: number): string {
  const digits = colourOf(hue).map((part) => part.toString(16).padStart(2, '0'));
  return svg.replaceAll(ground, `#${digits.join('')}`);
}

/** The palette goes from the ground to the paper in even steps (web/build/icons.ts); the paper stays. */
export function recolourPng(png: Buffer, hue: number): Buffer {
  const name = png.indexOf('PLTE');
  const start = name + 4;
  const end = start + png.readUInt32BE(name - 4);
  const drawn = Buffer.from(png);
  const own = colourOf(hue);
  const last = (end - start) / 3 - 1;
  for (let shade = 0; shade <= last; shade += 1) {
    own.forEach((part, index) => {
      const paper = png[end - 3 + index] ?? 0;
      drawn[start + shade * 3 + index] = Math.round(part + ((paper - part) * shade) / last);
    });
  }
  drawn.writeUInt32BE(crc32(drawn.subarray(name, end)), end);
  return drawn;
}
