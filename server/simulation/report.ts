/** What a run says at its end: on the screen, and as a row of docs/fire.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { crashPoints } from '../src/ledger/crash-points.ts';
import type { Counts } from './counts.ts';

export interface Figures {
  purchases: number;
  deliveries: number;
  payouts: number;
  payments: number;
  /** Transactions that gave money back. */
  moneyReturned: number;
  /** Deliveries and payouts that suppliers and the bank took back. */
  reversed: number;
  commitsCut: number;
  commitsWithoutRoom: number;
  /** Messages to servers of users that had to be written. */
  messagesLookedAt: number;
  /** What wallets and earnings hold more or less than clients were answered. */
  driftKobo: number;
  /** Delivered or paid after the money had been returned, and booked as a loss. */
  late: number;
  doubles: number;
  /** What was taken back and the books do not know. */
  unknownReturns: number;
  falseAnswers: number;
  /** Answers that are a server's own mistake: 500. */
  bugs: number;
  settledSeconds: number;
}

export interface Findings {
  violations: string[];
  figures: Figures;
}

export interface Report extends Findings {
  seed: number;
  seconds: number;
  counts: Counts;
}

const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** For people. */
export function printed(report: Report): string {
  const { seed, seconds, counts, figures, violations } = report;
  const happened = {
    seed,
    'seconds of faults': seconds,
    faults: counts.of('faults'),
    'faults that failed': counts.of('faults that failed'),
    'kills of a server': counts.of('kills of a server'),
    'of servers at crash points': sumOf(counts.under('crash point ')),
    'kills of the database': counts.of('kills of the database'),
    'kills of a database connection': counts.of('kills of a database connection'),
    'servers frozen': counts.of('servers frozen'),
    'simulators down': counts.of('simulators down'),
    'disks full': counts.of('disks full'),
    'wrong clocks refused': counts.of('wrong clocks refused'),
    hooks: counts.under('hooks '),
    answers: counts.under('answers '),
    refusals: counts.under('refusals '),
    races: counts.of('races'),
    'races that others may decide': counts.of('races that others may decide'),
    'over before they began': counts.of('races that were over before they began'),
    'prices changed': counts.of('prices changed'),
    pried: counts.of('pried'),
    ...figures,
  };
  const rows = Object.entries(happened).map(
    ([name, value]) => `  ${name.padEnd(32)} ${typeof value === 'number' ? value : JSON.stringify(value)}`,
  );
  const passed = counts.under('crash point ');
  const missed = Object.values(crashPoints)
    .flat()
    .filter((name) => passed[name] === undefined);
  return [
    ...rows,
    `  crash points                     ${JSON.stringify(passed)}`,
    `  not reached                      ${missed.join(', ')}`,
    ...violations.slice(0, 100).map((violation) => `VIOLATION ${violation}`),
    violations.length === 0 ? 'Everything held.' : `${violations.length} violations. Seed ${seed}.`,
  ].join('\n');
}

type Row = readonly [heading: string, value: number | string];

function rowOf({ seed, seconds, counts, figures, violations }: Report, at: Date): Row[] {
  return [
    ['When', at.toISOString().slice(0, 16).replace('T', ' ')],
    ['Seed', seed],
    ['Minutes', Math.round(seconds / 6) / 10],
    ['Purchases', figures.purchases],
    ['Servers killed', counts.of('kills of a server') + sumOf(counts.under('crash point '))],
    ['at crash points', sumOf(counts.under('crash point '))],
    ['Databases killed', counts.of('kills of the database')],
    ['Connections killed', counts.of('kills of a database connection')],
    ['Frozen', counts.of('servers frozen')],
    ['Commits cut', figures.commitsCut],
    ['Taken back', figures.reversed],
    ['Races', counts.of('races')],
    ['Drift, kobo', figures.driftKobo],
    ['Doubles', figures.doubles],
    ['Unknown returns', figures.unknownReturns],
    ['False answers', figures.falseAnswers],
    ['500s', figures.bugs],
    ['Violations', violations.length],
  ];
}

const RUNS = '## Runs';
const POINTS = '## Crash points that were passed to the end of the process';

/** Adds the run to the document: a row, the sums anew, and the hits of the crash points. */
export function mergeReport(file: string, report: Report, at = new Date()): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : `${RUNS}\n\n${POINTS}\n`;
  const [head = '', rest = ''] = text.split(RUNS);
  const [runs = '', points = ''] = rest.split(POINTS);
  const row = rowOf(report, at);
  const headings = row.map(([heading]) => heading);
  const rows = [
    ...tableOf(runs).filter(([when]) => when !== 'Sum' && when !== 'When'),
    row.map(([, value]) => String(value)),
  ];
  const sums = headings.map((heading, index) =>
    heading === 'When' ? 'Sum' : heading === 'Seed' ? '' : String(sumAt(rows, index)),
  );
  const hits = new Map(
    tableOf(points).map(([name = '', count = '0']) => [name.replaceAll('`', ''), Number(count)]),
  );
  const passed = report.counts.under('crash point ');
  const names = Object.values(crashPoints).flat();
  const hitRows = names.map((name) => [`\`${name}\``, String((hits.get(name) ?? 0) + (passed[name] ?? 0))]);
  const words = runs.split('|')[0]?.trim() ?? '';
  const parts = [
    `${head}${RUNS}`,
    ...(words === '' ? [] : [words]),
    markdownTable(headings, [...rows, sums]),
    POINTS,
    markdownTable(['Crash point', 'Times'], hitRows),
  ];
  writeFileSync(file, `${parts.join('\n\n')}\n`);
}

const sumAt = (rows: readonly (readonly string[])[], index: number): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[index]), 0) * 10) / 10;

const tableOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((row) => row.startsWith('|') && !/^\|[\s|:-]+$/.test(row))
    .map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

const markdownTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
