/** How long ago something was: "3 hours ago", "yesterday"; how long it lasts: "3 hours". */
const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Hours up to two days: a purchase is handed to staff after one. */
const ageUnits = [
  ['day', 2 * 86_400, 86_400],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
] as const;

export function agoWords(iso: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1_000);
  const unit = units.find(([, length]) => seconds >= length);
  if (unit === undefined) return 'just now';
  const [name, length] = unit;
  return words.format(-Math.floor(seconds / length), name);
}

const unitWords = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

export function ageWords(iso: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1_000);
  const unit = ageUnits.find(([, from]) => seconds >= from);
  if (unit === undefined) return 'under a minute';
  const [name, , length] = unit;
  return unitWords(Math.floor(seconds / length), name);
}
