/**
 * An operator's own hue for browsers before Chrome 111, which have no `oklch()`. The circle of `hsl()` begins some 30 degrees later and is divided
 * differently: it is about the same hue. Its light and dark lie further apart, so that the contrast holds for each.
 */
const ofHue = /oklch\(([\d.]+) ([\d.]+) var\(--hue\)\)/g;
const turn = 28;

export const writeOldHue = (value: string): string =>
  value.replaceAll(ofHue, (_all, lightness: string, chroma: string) => {
    const [saturation, light] = saturationAndLight(Number(lightness), Number(chroma));
    return `hsl(calc(1deg*var(--hue) - ${turn}deg),${percent(saturation)},${percent(light)})`;
  });

const percent = (part: number): string => `${(part * 100).toFixed(1)}%`;

/** The mean of all hues. */
function saturationAndLight(lightness: number, chroma: number): [number, number] {
  const mean = lightness ** 1.5;
  const light = mean < 0.5 ? mean * 0.8 : 1 - (1 - mean) * 0.8;
  return [(2.8 * chroma) / (1 - Math.abs(2 * mean - 1)), light];
}
