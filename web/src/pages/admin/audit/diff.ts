/** What an action changed, as rows: what it was before, what it is after. */
import { formatNaira } from '@jara/contract/money.ts';

export interface Change {
  name: string;
  before: string | null;
  after: string | null;
}

type Side = Readonly<Record<string, unknown>> | null;

/** Only what differs; everything when there is one side alone. */
export function changesOf(before: Side, after: Side): Change[] {
  const [was, is] = [flat(before), flat(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names
    .map((name) => ({ name: labelOf(name), before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}

function flat(side: unknown, prefix = ''): Map<string, string> {
  if (typeof side !== 'object' || side === null) return new Map();
  return new Map(
    Object.entries(side).flatMap(([key, value]) => {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? [...flat(value, name)]
        : [[name, wordsOf(name, value)] as const];
    }),
  );
}

function wordsOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (name === 'serviceStatus') return value === true ? 'available' : 'locked';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name.endsWith('Kobo') && Number.isSafeInteger(Number(value))) return formatNaira(Number(value) / 100);
  if (/price$|^staffLimits\./i.test(name) && typeof value === 'number') return formatNaira(value);
  if (Array.isArray(value)) return value.map((part) => wordsOf('', part)).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `smartEarnerKobo` is "smart earner". */
function labelOf(name: string): string {
  return name
    .replace(/Kobo$/, '')
    .replace(/\./g, ' · ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
