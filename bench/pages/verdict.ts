/** What the bench of pages makes of its figures: which of them keep their targets, which of them fail it, and its lines. */

export interface Figure {
  what: 'LCP' | 'CLS' | 'kB';
  /** A median. */
  value: number;
  target?: number;
}

export interface Row {
  title: string;
  figures: readonly Figure[];
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Also where nothing was measured. */
const isMissed = ({ value, target }: Figure): boolean => target !== undefined && !(value <= target);

/** Bytes and shifts are the same on every machine; times are not, so none of them fails. */
export const failures = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ title, figures }) =>
    figures
      .filter((figure) => figure.what !== 'LCP' && isMissed(figure))
      .map((figure) => `${title}: ${figure.what} ${shown(figure)}, the target is ${figure.target}`),
  );

const shown = ({ what, value }: Figure): string => value.toFixed({ LCP: 0, CLS: 3, kB: 1 }[what]);

/** `1927 (2000) ok`, or without a target the value alone. */
export function wordsOf(figure: Figure): string {
  if (figure.target === undefined) return shown(figure);
  return `${shown(figure)} (${figure.target}) ${isMissed(figure) ? 'MISSED' : 'ok'}`;
}

export const textOf = ({ title, figures }: Row, titleWidth = 20): string =>
  [title.padEnd(titleWidth), ...figures.map((figure) => wordsOf(figure).padEnd(20))].join(' ').trimEnd();

/** The sentence below the table of all screens, each of which has one figure. */
export function sumUp(rows: readonly Row[], target: number): string {
  const largest = rows
    .map(({ title, figures }) => ({ title, value: figures[0]?.value ?? Number.NaN }))
    .toSorted((one, other) => other.value - one.value)[0];
  const above = rows.filter(({ figures }) => figures.some(isMissed)).map(({ title }) => title);
  return (
    `${rows.length} screens; the largest CLS is ${largest?.value.toFixed(3)} (${largest?.title}); ` +
    `above ${target}: ${above.length === 0 ? 'none' : above.join(', ')}`
  );
}
