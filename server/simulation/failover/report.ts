/** What a rehearsal says at its end: on the screen, and in docs/ha.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { failures } from './failures.ts';
import { versions } from './packages.ts';
import { problemsOf, type Played } from './rehearsal.ts';

/** Nobody may be without a sale for longer. */
const MOST_GAP_MS = 12_000;
const HEADING = '## The last rehearsal';
const GIB = 2 ** 30;

/** A sentence for each thing that did not hold. */
export const violationsOf = (played: readonly Played[]): string[] =>
  played.flatMap((one) => [
    ...problemsOf(one).map((problem) => `${one.name}: ${problem}`),
    ...(one.gapMs > MOST_GAP_MS ? [`${one.name}: nothing was sold for ${Math.round(one.gapMs)} ms`] : []),
  ]);

const rowsOf = (played: readonly Played[]): string[][] =>
  played.map((one) => [
    one.what,
    (one.gapMs / 1_000).toFixed(1),
    ...[one.delivered, one.sentAgain, one.pricesChanged].map(String),
    ...[one.lost, one.doubled, one.stale, one.books].map(({ length }) => String(length)),
    one.leader,
  ]);

const headings = [
  'What happens',
  'Longest gap, s',
  'Delivered',
  'Sent again',
  'Prices changed',
  'Lost',
  'Doubled',
  'Stale prices',
  'Rules broken',
  'Led by, after it',
];

function table(rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [pad(headings), pad(widths.map((width) => '-'.repeat(width))), ...rows.map(pad)].join('\n');
}

/** What the table does not have. */
function notPlayed(played: readonly Played[]): string[] {
  const missing = failures.filter(({ name }) => played.every((one) => one.name !== name));
  return missing.length === 0
    ? []
    : [`Not in this run:\n\n${missing.map(({ what }) => `- ${what}`).join('\n')}`];
}

export function writeReport(file: string, played: readonly Played[], seed: number): void {
  const [head = ''] = readFileSync(file, 'utf8').split(HEADING);
  const cores = os.availableParallelism();
  const memory = Math.round(os.totalmem() / GIB);
  const load = os.loadavg()[2]?.toFixed(1);
  const violations = violationsOf(played);
  const parts = [
    `${head}${HEADING}`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, seed ${seed}, all on one machine with ${cores} cores, ${memory} GB and a load of ${load}: Node ` +
      `${process.versions.node}, ${versions().join(', ')}.`,
    table(rowsOf(played)),
    ...notPlayed(played),
    violations.length === 0 ? 'Everything held.' : violations.map((violation) => `- ${violation}`).join('\n'),
  ];
  writeFileSync(file, `${parts.join('\n\n')}\n`);
}

export const printed = (played: readonly Played[]): string =>
  [table(rowsOf(played)), ...violationsOf(played)].join('\n');
