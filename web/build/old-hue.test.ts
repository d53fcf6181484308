import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeOldHue } from './old-hue.ts';

/* The colours of an operator's own hue, as brand.css has them and as older browsers get them, at each of the 360. */

type Colour = readonly [red: number, green: number, blue: number];

const css = writeOldHue(readFileSync(new URL('../../contract/src/brand.css', import.meta.url), 'utf8'));

function tokens(selector: string): (name: string, hue: number) => Colour {
  const found = [...css.matchAll(/([^{}]*)\{([^}]*)\}/g)].filter(([, head = '']) =>
    head.trim().endsWith(selector),
  );
  const text = found.map(([, , body = '']) => body).join('');
  return (name, hue) => colourOf(new RegExp(`${name}: ([^;]*);`).exec(text)?.[1] ?? '', hue);
}

function colourOf(value: string, hue: number): Colour {
  const hex = /^#(..)(..)(..)$/
    .exec(value)
    ?.slice(1)
    .map((part) => parseInt(part, 16) / 255);
  if (hex !== undefined) return [hex[0] ?? 0, hex[1] ?? 0, hex[2] ?? 0];
  const [, turn, saturation, light] =
    /^hsl\(calc\(1deg\*var\(--hue\) - (\d+)deg\),([\d.]+)%,([\d.]+)%\)$/.exec(value)?.map(Number) ?? [];
  if (turn === undefined || saturation === undefined || light === undefined)
    throw new Error(`No colour: ${value}`);
  const [s, l] = [saturation / 100, light / 100];
  const part = (place: number): number => {
    const k = (place + (hue - turn + 360) / 30) % 12;
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [part(0), part(8), part(4)];
}

function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each([
  [':root', ':root[data-hue]'],
  [":root[data-theme='dark']", ":root[data-hue][data-theme='dark']"],
])('the contrast of %s holds for every hue', (plain, coloured) => {
  const [fixed, own] = [tokens(plain), tokens(coloured)];
  const onBrand = plain === ':root' ? fixed : own;
  for (let hue = 0; hue < 360; hue += 1) {
    const [brand, pressed, wash] = ['--brand', '--brand-pressed', '--brand-wash'].map((name) =>
      own(name, hue),
    );
    for (const ground of ['--paper', '--surface', '--sunk', '--margin'])
      expect(contrast(brand ?? [0, 0, 0], fixed(ground, hue)), `${ground} ${hue}`).toBeGreaterThan(4.5);
    for (const ground of [brand, pressed])
      expect(contrast(ground ?? [0, 0, 0], onBrand('--on-brand', hue)), `on ${hue}`).toBeGreaterThan(4.5);
    for (const text of [
      brand ?? [0, 0, 0],
      fixed('--ink', hue),
      fixed('--ink-2', hue),
      fixed('--ink-3', hue),
    ] as const)
      expect(contrast(text, wash ?? [0, 0, 0]), `wash ${hue}`).toBeGreaterThan(4.5);
  }
});
