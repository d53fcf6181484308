import { expect, it } from 'vitest';
import type { CallName } from '@jara/contract/paths.ts';
import { moneyCalls } from '../src/platform/testing/money-calls.ts';
import { runFire } from './fire.ts';
import { pairs } from './races/races.ts';
import { printed } from './report.ts';

/** What moves no money of a person, so that it has no wallet to race for. */
const notRaced: Partial<Record<CallName, string>> = {
  initiateSquadFunding: 'opens a payment; what it moves is raced as "card payment"',
  debit: 'is held for a second admin, whose confirmation is raced',
  acceptFloat:
    'concerns the shop alone; two of the staff do it at once under fire, and of a large sum ask for it and confirm it',
};

const TIMEOUT_MS = 900_000;

it(
  'under kills, cuts, forged hooks and a full disk nothing is lost, doubled or said falsely, and no pair of operations spends money twice',
  async () => {
    const said: string[] = [];
    const report = await runFire(
      {
        seed: 20_261_122,
        faultSeconds: 20,
        raceRounds: 1,
        buyers: 6,
        atOnce: 8,
        faultEveryMs: 1_500,
        longestFreezeMs: 1_500,
        quietSeconds: 10,
      },
      (text) => said.push(text),
    );
    if (report.violations.length > 0) console.log([...said, printed(report)].join('\n'));
    // In words: a list is cut short where it is told.
    expect(report.violations.join('\n')).toBe('');
    expect(report.figures.purchases).toBeGreaterThan(0);
    expect(report.counts.of('races')).toBe(pairs.length);
    const raced = Object.keys(report.counts.under('raced '));
    expect(moneyCalls.filter((call) => !raced.includes(call))).toEqual(Object.keys(notRaced));
    const { counts, figures } = report;
    const decidable = counts.of('races that others may decide');
    expect(decidable).toBeGreaterThan(0);
    expect(counts.of('races that were over before they began')).toBeLessThan(decidable / 10);
    // What is held against it was there to be looked at.
    expect(figures.messagesLookedAt).toBeGreaterThan(0);
    expect(counts.of('prices changed')).toBeGreaterThan(0);
    expect(counts.of('pried')).toBeGreaterThan(0);
    // What held, held under faults.
    const sumUnder = (prefix: string) =>
      Object.values(counts.under(prefix)).reduce((sum, count) => sum + count, 0);
    expect(counts.of('kills of a server') + sumUnder('crash point ')).toBeGreaterThan(0);
    expect(figures.commitsCut).toBeGreaterThan(0);
    expect(sumUnder('hooks ') - counts.of('hooks passed')).toBeGreaterThan(0);
    expect(counts.of('faults that failed')).toBeLessThan(counts.of('faults'));
  },
  TIMEOUT_MS,
);
