/** Names a device by what it says of itself: enough for its owner to know it again, not proof of anything. */

// The order matters: most browsers also carry the names of older ones.
const programs: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], text: string): string | undefined =>
  names.find(([shape]) => shape.test(text))?.[1];

/** The name of what says nothing of itself that we know: mostly programs. */
export const UNKNOWN_DEVICE = 'Unknown device';

export function nameDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  const program = nameIn(programs, text);
  const system = nameIn(systems, text);
  if (program !== undefined && system !== undefined) return `${program} on ${system}`;
  return program ?? system ?? UNKNOWN_DEVICE;
}
