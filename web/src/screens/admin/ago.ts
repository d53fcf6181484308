/** How long ago something was: "3 hours ago", "yesterday". */
const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export function agoWords(iso: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1_000);
  const unit = units.find(([, length]) => seconds >= length);
  if (unit === undefined) return 'just now';
  const [name, length] = unit;
  return words.format(-Math.floor(seconds / length), name);
}
