import { describe, expect, it } from 'vitest';
import { colourOf, recolourSvg } from './brand-icons.ts';

/** Relative luminance (WCAG 2). */
function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const light = part / 255;
    return light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the colour of the icons', () => {
  // Computed by a browser, from `oklch(0.43 0.09 <hue>)`.
  it.each([
    [0, [119, 57, 78]],
    [120, [74, 87, 20]],
    [240, [18, 85, 124]],
  ])('of the hue %d is the brand of the light theme', (hue, colour) => {
    expect(colourOf(hue)).toEqual(colour);
  });

  it('keeps the sign legible whatever the hue is', () => {
    const paper = luminance([0xfb, 0xfa, 0xf7]);
    for (let hue = 0; hue < 360; hue += 1) {
      expect((paper + 0.05) / (luminance(colourOf(hue)) + 0.05)).toBeGreaterThan(4.5);
    }
  });

  it('takes the place of the ground in the sign, and of nothing else', () => {
    expect(recolourSvg('<path fill="#0b5d43"/><path stroke="#fbfaf7"/>', 0)).toMatch(
      /^<path fill="#(?!0b5d43)[\da-f]{6}"\/><path stroke="#fbfaf7"\/>$/,
    );
  });
});
