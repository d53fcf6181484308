import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Counts } from './counts.ts';
import { mergeReport, printed, type Report } from './report.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'jara-report-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function reportOf(seed: number, change: Partial<Report['figures']> = {}): Report {
  const counts = new Counts();
  counts.add('kills of a server', 3);
  counts.add('crash point transfer.after_commit', 2);
  counts.add('races', 136);
  const figures = {
    purchases: 1_000,
    deliveries: 900,
    payouts: 5,
    payments: 6,
    moneyReturned: 7,
    reversed: 8,
    commitsCut: 9,
    commitsWithoutRoom: 1,
    messagesLookedAt: 1,
    driftKobo: 0,
    late: 0,
    doubles: 0,
    unknownReturns: 0,
    falseAnswers: 0,
    bugs: 0,
    settledSeconds: 30,
    ...change,
  };
  return {
    seed,
    seconds: 90,
    counts,
    figures,
    violations: change.doubles === undefined ? [] : ['it was delivered twice'],
  };
}

const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((row) => row.startsWith('|'))
    .map((row) => row.split('|').map((cell) => cell.trim()));

it('is a row for each run, with the sums below and the hits of each crash point', () => {
  const file = path.join(folder, 'fire.md');
  writeFileSync(
    file,
    '# Under fire\n\nWords.\n\n## Runs\n\nMore words.\n\n## Crash points that were passed to the end of the process\n',
  );
  mergeReport(file, reportOf(7), new Date('2026-11-22T18:20:00Z'));
  mergeReport(file, reportOf(8, { purchases: 500, doubles: 1 }), new Date('2026-11-22T18:30:00Z'));
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith('# Under fire\n\nWords.\n\n## Runs\n\nMore words.\n\n| When')).toBe(true);
  const rows = rowsOf(text);
  const of = (when: string) => rows.find(([, first]) => first === when)?.slice(1, 6);
  expect(of('2026-11-22 18:20')).toEqual(['2026-11-22 18:20', '7', '1.5', '1000', '5']);
  expect(of('Sum')).toEqual(['Sum', '', '3', '1500', '10']);
  expect(rows.filter(([, first]) => first === 'Sum')).toHaveLength(1);
  expect(rows.find(([, first]) => first === '`transfer.after_commit`')?.[2]).toBe('4');
  expect(rows.find(([, first]) => first === '`transfer.before_commit`')?.[2]).toBe('0');
});

it('says on the screen what did not hold, and the seed', () => {
  expect(printed(reportOf(7))).toContain('Everything held.');
  const broken = printed(reportOf(8, { doubles: 1 }));
  expect(broken).toContain('VIOLATION it was delivered twice');
  expect(broken).toContain('1 violations. Seed 8.');
});
